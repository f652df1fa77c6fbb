import { randomUUID } from 'node:crypto';
import { sealDocument } from '#server/bookings/sealed-documents.ts';
import {
  draftField,
  noteField,
  notesField,
  pinnedField,
  publishedField,
} from '#server/bookings/sealed-fields.ts';
import { answersField } from '#server/forms/sealed-fields.ts';
import { SERVICE_LIMITS } from '#domain/money/service-fields.ts';
import { newToken } from '#server/sessions/tokens.ts';
import { size } from '../../support/profile.ts';
import type { TestApp, TestSession } from '../../support/app.ts';
import { insertClients } from '../../support/signed-in-clients.ts';
import { newPerson } from './people.ts';
import type { FullAgenda } from './cost-row.ts';
import { largestNotes } from './worst-inputs.ts';

/** Past bookings of the heavy client: what one download takes of the largest notes. */
export const HEAVY_BOOKINGS = size(11, 30);

/** A client with the most past bookings, the largest notes and the largest answers. */
export async function heavyClient(site: TestApp): Promise<TestSession> {
  const { db, keyring } = site.deps;
  const client = await newPerson(site, 'profile');
  const user_id = client.user_id!;
  const now = site.clock.now();
  const key = await keyring.keyOf(db, user_id, now);
  const past = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'COMPLETED')
    .limit(1)
    .executeTakeFirstOrThrow();
  const notes = Object.values(largestNotes()).filter((note) => typeof note === 'object') as {
    ops: never[];
  }[];
  const { form_id, version } = await db
    .selectFrom('form_versions')
    .select(['form_id', 'version'])
    .executeTakeFirstOrThrow();
  for (let n = 0; n < HEAVY_BOOKINGS; n++) {
    const id = randomUUID();
    const note = notes[n % notes.length]!;
    await db
      .insertInto('bookings')
      .values({
        ...past,
        id,
        user_id,
        checkout_id: null,
        appointment_id: null,
        visit_address: null,
        start_time: new Date(past.start_time.getTime() - n * 86_400_000),
        client_notes: sealDocument(key, notesField(id), note),
        client_notes_shared_at: now,
        published_recommendations: sealDocument(key, publishedField(id), { ops: [{ insert: 'Rest.\n' }] }),
      })
      .execute();
    const submission = randomUUID();
    await db
      .insertInto('submissions')
      .values({
        id: submission,
        user_id,
        form_id,
        form_version: version,
        booking_id: id,
        service_id: past.service_id,
        answers: key.seal(answersField(submission), JSON.stringify({ a: 'x'.repeat(400_000) })),
        submitted_at: now,
      })
      .execute();
  }
  return client;
}

/** The version of the largest recommendation. */
export const HEAVY_VERSION = 7;

/**
 * The largest notes of the practitioner on two visits of that client, and pinned to them, the largest draft over the
 * largest publication, and a suggestion next to each of fifty visits. Returns the later visit.
 */
export async function heavyNotes(site: TestApp, { user_id }: TestSession): Promise<string> {
  const { db, keyring } = site.deps;
  const now = site.clock.now();
  const { staff_id } = await site.signInStaff();
  const key = await keyring.keyOf(db, user_id!, now);
  const visits = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('start_time', 'desc')
    .limit(2)
    .execute();
  const [one, other] = Object.values(largestNotes()).filter((note) => typeof note === 'object') as {
    ops: never[];
  }[];
  for (const { id: booking_id } of visits) {
    const id = randomUUID();
    const body = sealDocument(key, noteField(id), one!);
    await db
      .insertInto('session_notes')
      .values({
        id,
        booking_id,
        user_id: user_id!,
        body,
        written_by: staff_id,
        created_at: now,
        updated_at: now,
      })
      .execute();
  }
  const body = sealDocument(key, pinnedField(user_id!), other!);
  await db
    .insertInto('pinned_notes')
    .values({ user_id: user_id!, body, version: 1, updated_at: now, updated_by: staff_id })
    .execute();
  const booking_id = visits[0]!.id;
  await db
    .updateTable('bookings')
    .set({
      recommendations_draft: sealDocument(key, draftField(booking_id), one!),
      published_recommendations: sealDocument(key, publishedField(booking_id), other!),
      published_at: now,
      recommendation_version: HEAVY_VERSION,
    })
    .where('id', '=', booking_id)
    .execute();
  const rows = await db
    .selectFrom('bookings')
    .select(['id as booking_id', 'service_id', 'location_type'])
    .where('user_id', '=', user_id)
    .limit(50)
    .execute();
  await db
    .insertInto('suggested_sessions')
    .values(
      rows.map((row) => ({
        ...row,
        user_id: user_id!,
        around: now.toISOString().slice(0, 10),
        times: 6,
        state: 'OPEN',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  return booking_id;
}

/** The services of the price list, in its order. */
export async function offeredServices({ deps: { db } }: TestApp): Promise<string[]> {
  const services = db.selectFrom('services').select('id').where('is_active', '=', true);
  return (await services.orderBy('position').orderBy('name').execute()).map(({ id }) => id);
}

let classes = 0;

/** One more date of a class, as large as one can be, with clients who got no mail today. Returns its path. */
export async function classOfClients({ deps: { db }, clock }: TestApp): Promise<string> {
  const now = clock.now();
  const group = await db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('format', '=', 'GROUP')
    .executeTakeFirstOrThrow();
  const start_time = new Date(Date.parse('2028-01-03T08:00:00Z') + classes++ * 3_600_000);
  const end_time = new Date(start_time.getTime() + 30 * 60_000);
  const clients = Array.from({ length: SERVICE_LIMITS.seats }, () => {
    const id: string = randomUUID();
    return { id, email: `${id}@example.com`, token: newToken(), customer_id: id };
  });
  await insertClients(db, clients, now);
  await db
    .insertInto('bookings')
    .values(
      clients.map(({ id }) => ({
        id: randomUUID(),
        user_id: id,
        status: 'CONFIRMED' as const,
        price_cents: 2000,
        service_id: group.id,
        service_name: group.name,
        service_type: 'YOGA',
        format: 'GROUP',
        start_time,
        end_time,
        blocked_until: end_time,
        location_type: 'FIXED_LOCATION' as const,
        location_name: 'Secret Studio',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  return `${group.id}/${start_time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Six weeks that are as full as the calendar of one practitioner can be, all of one client who never hands in a form. */
export async function fullAgenda(site: TestApp): Promise<FullAgenda> {
  const { db } = site.deps;
  const { user_id } = await newPerson(site, 'profile');
  const services = db.selectFrom('services').select(['id', 'name', 'format']);
  const single = await services.where('format', '=', 'ONE_ON_ONE').executeTakeFirstOrThrow();
  const group = await services.where('format', '=', 'GROUP').executeTakeFirstOrThrow();
  const now = site.clock.now();
  const first = new Date('2027-01-04T08:00:00Z');
  const HALF_HOUR_MS = 30 * 60_000;
  const rowAt = (start_time: Date, service: typeof single, user: string | null) => ({
    id: randomUUID() as string,
    user_id: user,
    status: 'CONFIRMED' as const,
    price_cents: 8500,
    service_id: service.id,
    service_name: service.name,
    service_type: 'YOGA',
    format: service.format,
    start_time,
    end_time: new Date(start_time.getTime() + HALF_HOUR_MS),
    blocked_until: new Date(start_time.getTime() + HALF_HOUR_MS),
    location_type: 'FIXED_LOCATION' as const,
    location_name: 'Secret Studio',
    created_at: now,
    updated_at: now,
  });
  const sessions = Array.from({ length: 42 * 40 }, (_, n) => {
    const [day, half] = [Math.floor(n / 40), n % 40];
    return rowAt(new Date(first.getTime() + day * 86_400_000 + half * HALF_HOUR_MS), single, user_id);
  });
  await db.insertInto('bookings').values(sessions).execute();
  const seats = Array.from({ length: 200 }, () => rowAt(first, group, null));
  await db.insertInto('bookings').values(seats).execute();
  const booking_id = sessions[0]!.id;
  await db
    .insertInto('booking_history')
    .values(
      Array.from({ length: 500 }, () => ({
        booking_id,
        at: now,
        from_status: 'CONFIRMED' as const,
        to_status: 'NO_SHOW' as const,
        cause: 'practice',
        message: 'x'.repeat(1000),
      })),
    )
    .execute();
  return { from: '2027-01-04', to: '2027-02-14', booking_id, roster: `${group.id}/20270104T080000Z` };
}
