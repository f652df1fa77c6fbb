import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { toCents } from '#domain/money/money.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { dateOf } from '#content/seed/dates.ts';
import { sampleSeats } from '#content/seed/sample-seats.ts';
import type { SeedBooking, SeedClient } from '#content/seed/types.ts';
import type { Bookings } from '../db/types.ts';
import { momentOf, momentOn, type Seeding } from './seeding.ts';
import type { PlacedSeats, Placer } from './place-bookings.ts';
import type { Catalogue, SeededService } from './seed-catalogue.ts';

const MINUTE_MS = 60_000;

type BookingRow = Insertable<Bookings>;
export type PlannedBooking = {
  wanted: SeedBooking;
  service: SeededService;
  id: string;
  start: Date;
  end: Date;
  placed: PlacedSeats | null;
};
/** Without a password there is no account to sign in to. */
type SampleClient = Omit<SeedClient, 'password'> & { password?: string };
export type PlannedClient = {
  client: SampleClient;
  id: string;
  created_at: Date;
  bookings: PlannedBooking[];
};

/** Past bookings hold no time any more; future ones are placed in the calendar or left out. */
export function planClient(
  client: SampleClient,
  seeding: Seeding,
  catalogue: Catalogue,
  placer: Placer,
  skipped: string[],
): PlannedClient {
  const bookings: PlannedBooking[] = [];
  for (const wanted of client.bookings) {
    const service = catalogue.services.get(wanted.service);
    if (!service) throw new Error(`${wanted.key} names no service of the sample: ${wanted.service}`);
    const date = dateOf(wanted.date, seeding.today);
    const start = momentOn(seeding, date, wanted.start_time);
    const end = new Date(start.getTime() + service.duration * MINUTE_MS);
    let placed: PlacedSeats | null = null;
    if (wanted.status === 'CONFIRMED' && end > seeding.now) {
      const answer = placer.place({ ...wanted, date, seats: 1 });
      if (!answer.ok) {
        skipped.push(`${wanted.key} on ${date}: ${answer.reason}`);
        continue;
      }
      placed = answer.placed;
    }
    bookings.push({ wanted, service, id: randomUUID(), start, end, placed });
  }
  const created_at = createdAt(client, seeding);
  return { client, id: randomUUID(), created_at, bookings };
}

/** The creation time of an account; one created on the seed day must not be in the future. */
function createdAt(client: SampleClient, seeding: Seeding): Date {
  const at = momentOf(seeding, client.created, '10:00');
  return at < seeding.now ? at : new Date(seeding.now.getTime() - MINUTE_MS);
}

/** The sample's seats of clients without a name. */
export function planNameless(
  seeding: Seeding,
  catalogue: Catalogue,
  placer: Placer,
  skipped: string[],
): BookingRow[] {
  const rows: BookingRow[] = [];
  for (const held of sampleSeats) {
    const service = catalogue.services.get(held.service);
    if (!service) throw new Error(`A sample seat names no service: ${held.service}`);
    const date = dateOf(held.date, seeding.today);
    const answer = placer.place({ ...held, date });
    if (!answer.ok) {
      skipped.push(`${held.seats} of ${held.service} on ${date}: ${answer.reason}`);
      continue;
    }
    const start = momentOn(seeding, date, held.start_time);
    const end = new Date(start.getTime() + service.duration * MINUTE_MS);
    for (let seat = 0; seat < answer.placed.seats; seat += 1)
      rows.push({
        ...snapshot(service, start, end, held.location_type),
        appointment_id: answer.placed.appointment_id,
        rule_id: answer.placed.rule_id,
        status: 'CONFIRMED',
        price_cents: toCents(service.base_price),
        created_at: seeding.now,
        updated_at: seeding.now,
      });
  }
  return rows;
}

/** Gives seats without a client to these clients in turn, each at most once at `timeOf` the seat. */
export function nameSeats(
  seats: BookingRow[],
  named: readonly PlannedClient[],
  timeOf: (start: Date) => string,
): void {
  const times = new Map(
    named.map((plan) => [plan, new Set(plan.bookings.map(({ start }) => timeOf(start)))]),
  );
  for (const [n, row] of seats.entries()) {
    const time = timeOf(new Date(row.start_time));
    const inTurn = [...named.slice(n % named.length), ...named.slice(0, n % named.length)];
    const plan = inTurn.find((each) => !times.get(each)!.has(time));
    if (!plan) continue;
    times.get(plan)!.add(time);
    row.id = randomUUID();
    row.user_id = plan.id;
    if (row.location_type === 'HOUSE_CALL') row.visit_address = JSON.stringify(plan.client.address);
  }
}

/** What a booking keeps of its service. */
export function snapshot(service: SeededService, start: Date, end: Date, location_type: LocationType) {
  return {
    service_id: service.id,
    service_name: service.name,
    service_type: service.type[0]!,
    format: service.format,
    start_time: start,
    end_time: end,
    blocked_until: new Date(end.getTime() + service.buffer_time * MINUTE_MS),
    location_type,
    location_name: service.location.name,
  };
}
