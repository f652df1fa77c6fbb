import { randomUUID } from 'node:crypto';
import { localDateOf } from '#domain/time/zone.ts';
import { isSlidingScale, toCents } from '#domain/money/money.ts';
import { practice } from '#content/public/practice.ts';
import { privatePractice } from '#content/private/practice.ts';
import { demoClients, SIGNATURE } from '#content/seed/demo-clients.ts';
import { classClients, namedClients, type NamedClient } from '#content/seed/named-clients.ts';
import { sampleSeats } from '#content/seed/sample-seats.ts';
import type { SeedClient } from '#content/seed/types.ts';
import { audit } from '../runtime/audit.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { notesField, publishedField } from '../bookings/sealed-fields.ts';
import type { Db } from '../db/pool.ts';
import { answersField } from '../forms/sealed-fields.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { momentOf, type Seeding, type SeedOptions } from './seeding.ts';
import { planAgenda, submissionsOf } from './plan-agenda.ts';
import { createPlacer } from './place-bookings.ts';
import {
  giveSeats,
  planBookings,
  planClient,
  type PlannedBooking,
  type PlannedClient,
} from './plan-clients.ts';
import { seedNotes } from './seed-notes.ts';
import { sampleSignature } from './sample-signature.ts';
import type { Catalogue } from './seed-catalogue.ts';
import { FIRST_VERSION, type FormIds } from './seed-forms.ts';

/** Marks checkouts that no provider knows: there is nothing to re-read and nothing to refund. */
const SAMPLE_CART_HASH = 'sample';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** `owner_id`: the demo owner, who wrote the notes. */
type ClientOptions = SeedOptions & { owner_id: string };

/** Seeds the demo clients and the named ones with their bookings and documents. Reports the bookings it left out. */
export async function seedClients(
  db: Db,
  seeding: Seeding,
  catalogue: Catalogue,
  forms: FormIds,
  options: ClientOptions,
): Promise<string[]> {
  const placer = createPlacer(seeding, catalogue);
  const skipped: string[] = [];
  const planning = { seeding, catalogue, placer, skipped };
  const plan = (client: SeedClient) => planClient(client, planning);
  const planNamed = (client: NamedClient) =>
    plan({ ...client, submissions: submissionsOf(client, catalogue) });
  const demo = demoClients.map(plan);
  const seats = planBookings(sampleSeats, planning);
  const named = (options.with_agenda ? planAgenda(seeding, catalogue, placer) : namedClients).map(planNamed);
  const inClasses = classClients.map(planNamed);
  const [alone, together] = [true, false].map((is) =>
    seats.filter(({ service }) => (service.format === 'ONE_ON_ONE') === is),
  );
  giveSeats(alone!, named, (start) => localDateOf(start, seeding.zone));
  giveSeats(together!, inClasses, String);

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
  for (const client of [...demo, ...named, ...inClasses]) {
    const key = await writeClient(db, seeding, client, forms, options);
    await seedNotes(db, seeding, catalogue, client, { key, owner_id: options.owner_id });
  }
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
  const rows = plan.bookings.map((booking) => bookingRows(seeding, plan, booking, key));
  const checkouts = rows.flatMap(({ checkout }) => checkout ?? []);
  if (checkouts.length > 0) await db.insertInto('checkouts').values(checkouts).execute();
  if (rows.length > 0) {
    await db
      .insertInto('bookings')
      .values(rows.map(({ booking }) => booking))
      .execute();
    await db
      .insertInto('booking_history')
      .values(rows.flatMap(({ history }) => history))
      .execute();
  }
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

/** Returns a booking's rows; `checkout` is null if it is paid at the visit. */
function bookingRows(
  seeding: Seeding,
  plan: PlannedClient,
  { wanted, service, id, start, end, placed }: PlannedBooking,
  key: ClientKey,
) {
  const price_cents = toCents(wanted.price ?? service.base_price);
  const refunded_cents = wanted.status === 'CANCELLED' ? price_cents : 0;
  const bought_at = new Date(
    Math.max(
      plan.created_at.getTime(),
      Math.min(start.getTime() - 9 * DAY_MS, seeding.now.getTime() - DAY_MS),
    ),
  );
  const changed_at = placed ? bought_at : wanted.status === 'CANCELLED' ? dayBefore(start, 3) : end;
  const dayAfter = new Date(end.getTime() + DAY_MS);
  const { client_notes, published_recommendations } = wanted;
  const checkout = wanted.pays_later
    ? null
    : { ...paidCheckout(plan, price_cents, bought_at), id: randomUUID(), refunded_cents };
  const step = { booking_id: id, cause: 'sample' };
  return {
    checkout,
    booking: {
      id,
      user_id: plan.id,
      checkout_id: checkout && checkout.id,
      ...placed,
      service_id: service.id,
      service_name: service.name,
      service_type: service.type[0]!,
      format: service.format,
      start_time: start,
      end_time: end,
      blocked_until: new Date(end.getTime() + service.buffer_time * MINUTE_MS),
      location_type: wanted.location_type,
      location_name: service.location.name,
      visit_address: wanted.location_type === 'HOUSE_CALL' ? JSON.stringify(plan.client.address) : null,
      status: wanted.status,
      price_cents,
      price_chosen_by_client: checkout !== null && isSlidingScale(service),
      refunded_cents,
      client_notes: client_notes && sealDocument(key, notesField(id), client_notes),
      notes_updated_at: client_notes && dayAfter,
      client_notes_shared_at: wanted.shares_notes && dayAfter,
      published_recommendations:
        published_recommendations && sealDocument(key, publishedField(id), published_recommendations),
      published_at: published_recommendations && dayAfter,
      sequence: wanted.status === 'CANCELLED' ? 1 : 0,
      created_at: bought_at,
      updated_at: changed_at,
    },
    history: [
      { ...step, at: bought_at, from_status: null, to_status: 'CONFIRMED' as const },
      ...(wanted.status === 'CONFIRMED'
        ? []
        : [{ ...step, at: changed_at, from_status: 'CONFIRMED' as const, to_status: wanted.status }]),
    ],
  };
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
