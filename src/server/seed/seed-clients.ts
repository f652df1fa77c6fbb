import { randomUUID } from 'node:crypto';
import { localDateOf } from '#domain/time/zone.ts';
import { isSlidingScale, toCents } from '#domain/money/money.ts';
import { practice } from '#content/public/practice.ts';
import { privatePractice } from '#content/private/practice.ts';
import { demoClients, SIGNATURE } from '#content/seed/demo-clients.ts';
import { audit } from '../runtime/audit.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { notesField, publishedField } from '../bookings/sealed-fields.ts';
import type { Db } from '../db/pool.ts';
import { answersField } from '../forms/sealed-fields.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { momentOf, type Seeding, type SeedOptions } from './seeding.ts';
import { planAgenda, planClassClients } from './plan-agenda.ts';
import { createPlacer } from './place-bookings.ts';
import {
  nameSeats,
  planClient,
  planNameless,
  type PlannedBooking,
  type PlannedClient,
  snapshot,
} from './plan-clients.ts';
import { seedNotes } from './seed-notes.ts';
import { sampleSignature } from './sample-signature.ts';
import type { Catalogue } from './seed-catalogue.ts';
import { FIRST_VERSION, type FormIds } from './seed-forms.ts';

/** Marks checkouts that no provider knows: there is nothing to re-read and nothing to refund. */
const SAMPLE_CART_HASH = 'sample';

const DAY_MS = 86_400_000;

/** `owner_id`: the demo owner, who wrote the notes. */
type ClientOptions = SeedOptions & { owner_id: string };

/**
 * Seeds the demo clients with their bookings and documents, and seats of nameless others. Reports the bookings it left
 * out.
 */
export async function seedClients(
  db: Db,
  seeding: Seeding,
  catalogue: Catalogue,
  forms: FormIds,
  options: ClientOptions,
): Promise<string[]> {
  const placer = createPlacer(seeding, catalogue);
  const skipped: string[] = [];
  const planned = demoClients.map((client) => planClient(client, seeding, catalogue, placer, skipped));
  const nameless = planNameless(seeding, catalogue, placer, skipped);
  if (options.with_agenda) {
    const named = planAgenda(seeding, catalogue, placer).map((client) =>
      planClient(client, seeding, catalogue, placer, skipped),
    );
    const inClasses = planClassClients(catalogue).map((client) =>
      planClient(client, seeding, catalogue, placer, skipped),
    );
    const [alone, together] = [true, false].map((is) =>
      nameless.filter(({ format }) => (format === 'ONE_ON_ONE') === is),
    );
    nameSeats(alone!, named, (start) => localDateOf(start, seeding.zone));
    nameSeats(together!, inClasses, String);
    planned.push(...named, ...inClasses);
  }

  const appointments = placer.appointments();
  if (appointments.length > 0)
    await db
      .insertInto('appointments')
      .values(
        appointments.map(({ start, end, ...taken }) => ({
          ...taken,
          location_type: taken.location_type!,
          start_time: start,
          end_time: end,
        })),
      )
      .execute();
  for (const plan of planned) {
    const key = await writeClient(db, seeding, plan, forms, options);
    await seedNotes(db, seeding, catalogue, plan, { key, owner_id: options.owner_id });
  }
  // Seats in a class are paid online; others pay at the visit.
  const sold = nameless.flatMap((row) => {
    const buyer = row.format === 'ONE_ON_ONE' ? null : planned.find(({ id }) => id === row.user_id);
    if (!buyer) return [];
    row.checkout_id = randomUUID();
    return { ...paidCheckout(buyer, row.price_cents, seeding.now), id: row.checkout_id };
  });
  if (sold.length > 0) await db.insertInto('checkouts').values(sold).execute();
  if (nameless.length > 0) await db.insertInto('bookings').values(nameless).execute();
  const booked = nameless.flatMap(({ id, user_id }) => (id && user_id ? [id] : []));
  if (booked.length > 0)
    await db
      .insertInto('booking_history')
      .values(
        booked.map((booking_id) => ({
          booking_id,
          at: seeding.now,
          from_status: null,
          to_status: 'CONFIRMED' as const,
          cause: 'sample',
        })),
      )
      .execute();
  return skipped;
}

async function writeClient(
  db: Db,
  seeding: Seeding,
  plan: PlannedClient,
  forms: FormIds,
  options: SeedOptions,
): Promise<ClientKey> {
  const { client, id: user_id, created_at } = plan;
  const { email, first_name, last_name, pronouns, birthdate, phone, house_call_approved } = client;
  const account_id = randomUUID();
  if (client.password !== undefined)
    await db
      .insertInto('accounts')
      .values({
        id: account_id,
        email,
        password_hash: await options.hashPassword(client.password),
        created_at,
        updated_at: created_at,
      })
      .execute();
  await db
    .insertInto('users')
    .values({
      id: user_id,
      cognito_sub: account_id,
      email,
      first_name,
      last_name,
      pronouns,
      birthdate,
      phone,
      house_call_approved,
      address: JSON.stringify(client.address),
      created_at,
      updated_at: created_at,
    })
    .execute();
  const key = await options.keyring.keyOf(db, user_id, created_at);
  for (const booking of plan.bookings) await writeBooking(db, seeding, plan, booking, key);
  for (const submission of client.submissions) {
    const form_id = forms.get(submission.form);
    if (!form_id) throw new Error(`The sample has no form ${submission.form}`);
    const booking = plan.bookings.find((each) => each.wanted.key === submission.booking);
    const id = randomUUID();
    const answers = Object.fromEntries(
      Object.entries(submission.responses).map(([question, answer]) => [
        question,
        answer === SIGNATURE ? sampleSignature() : answer,
      ]),
    );
    const submitted_at = momentOf(seeding, submission.submitted, '19:30');
    await db
      .insertInto('submissions')
      .values({
        id,
        user_id,
        form_id,
        form_version: FIRST_VERSION,
        booking_id: booking?.id ?? null,
        service_id: booking?.service.id ?? null,
        answers: key.seal(answersField(id), JSON.stringify(answers)),
        submitted_at,
      })
      .execute();
    await audit(db, { actor: 'client', user_id, action: 'form.write', object_id: id }, submitted_at);
  }
  return key;
}

async function writeBooking(
  db: Db,
  seeding: Seeding,
  plan: PlannedClient,
  booking: PlannedBooking,
  key: ClientKey,
): Promise<void> {
  const { wanted, service, id, start, end, placed } = booking;
  const price_cents = toCents(wanted.price);
  const refunded_cents = wanted.status === 'CANCELLED' ? price_cents : 0;
  const bought_at = new Date(
    Math.max(
      plan.created_at.getTime(),
      Math.min(start.getTime() - 9 * DAY_MS, seeding.now.getTime() - DAY_MS),
    ),
  );
  const changed_at = placed ? bought_at : wanted.status === 'CANCELLED' ? dayBefore(start, 3) : end;
  const visit_address = wanted.location_type === 'HOUSE_CALL' ? JSON.stringify(plan.client.address) : null;
  const checkout_id = randomUUID();
  await db
    .insertInto('checkouts')
    .values({ ...paidCheckout(plan, price_cents, bought_at), id: checkout_id, refunded_cents })
    .execute();
  await db
    .insertInto('bookings')
    .values({
      ...snapshot(service, start, end, wanted.location_type),
      id,
      user_id: plan.id,
      checkout_id,
      appointment_id: placed?.appointment_id ?? null,
      rule_id: placed?.rule_id ?? null,
      status: wanted.status,
      price_cents,
      price_chosen_by_client: isSlidingScale(service),
      refunded_cents,
      visit_address,
      client_notes: wanted.client_notes && sealDocument(key, notesField(id), wanted.client_notes),
      notes_updated_at: wanted.client_notes ? new Date(end.getTime() + DAY_MS) : null,
      client_notes_shared_at: wanted.shares_notes ? new Date(end.getTime() + DAY_MS) : null,
      published_recommendations:
        wanted.published_recommendations &&
        sealDocument(key, publishedField(id), wanted.published_recommendations),
      published_at: wanted.published_recommendations && new Date(end.getTime() + DAY_MS),
      sequence: wanted.status === 'CANCELLED' ? 1 : 0,
      created_at: bought_at,
      updated_at: changed_at,
    })
    .execute();
  const steps = [
    { booking_id: id, at: bought_at, from_status: null, to_status: 'CONFIRMED', cause: 'sample' } as const,
  ];
  const ended = {
    booking_id: id,
    at: changed_at,
    from_status: 'CONFIRMED',
    to_status: wanted.status,
    cause: 'sample',
  } as const;
  await db
    .insertInto('booking_history')
    .values(wanted.status === 'CONFIRMED' ? steps : [...steps, ended])
    .execute();
}

function paidCheckout({ id: user_id, client }: PlannedClient, cents: number, at: Date) {
  return {
    user_id,
    customer_email: client.email,
    state: 'CONFIRMED' as const,
    cart_hash: SAMPLE_CART_HASH,
    items: JSON.stringify([]),
    subtotal_cents: cents,
    tax_cents: 0,
    total_cents: cents,
    currency: practice.currency,
    refund_policy: JSON.stringify(privatePractice.refund_policy),
    customer_id: SAMPLE_CART_HASH,
    session_expires_at: at,
    hold_expires_at: at,
    next_check_at: at,
    created_at: at,
    updated_at: at,
  };
}

function dayBefore(start: Date, days: number): Date {
  return new Date(start.getTime() - days * DAY_MS);
}
