import { randomUUID } from 'node:crypto';
import { dateOf } from '#content/seed/dates.ts';
import type { SeedBooking, SeedClient } from '#content/seed/types.ts';
import { momentOf, momentOn, type Seeding } from './seeding.ts';
import type { PlacedSeat, Placer } from './place-bookings.ts';
import type { Catalogue, SeededService } from './seed-catalogue.ts';

const MINUTE_MS = 60_000;

export type PlannedBooking = {
  wanted: SeedBooking;
  service: SeededService;
  id: string;
  start: Date;
  end: Date;
  placed: PlacedSeat | null;
};
export type PlannedClient = {
  client: SeedClient;
  id: string;
  created_at: Date;
  bookings: PlannedBooking[];
};
/** `skipped`: the bookings that found no room. */
type Planning = { seeding: Seeding; catalogue: Catalogue; placer: Placer; skipped: string[] };

/** Plans a client with their own bookings. */
export const planClient = (client: SeedClient, planning: Planning): PlannedClient => ({
  client,
  id: randomUUID(),
  created_at: createdAt(client, planning.seeding),
  bookings: planBookings(client.bookings, planning),
});

/** Past bookings hold no time any more; future ones are placed in the calendar or left out. */
export function planBookings(
  bookings: readonly SeedBooking[],
  { seeding, catalogue, placer, skipped }: Planning,
): PlannedBooking[] {
  return bookings.flatMap((wanted): PlannedBooking[] => {
    const service = catalogue.services.get(wanted.service);
    if (!service) throw new Error(`${wanted.key} names no service of the sample: ${wanted.service}`);
    const date = dateOf(wanted.date, seeding.today);
    const start = momentOn(seeding, date, wanted.start_time);
    const end = new Date(start.getTime() + service.duration * MINUTE_MS);
    const planned = { wanted, service, id: randomUUID(), start, end, placed: null };
    if (wanted.status !== 'CONFIRMED' || end <= seeding.now) return [planned];
    const answer = placer.place(service, wanted, date);
    if (answer.ok) return [{ ...planned, placed: answer.placed }];
    skipped.push(`${wanted.key} on ${date}: ${answer.reason}`);
    return [];
  });
}

/** Gives the seats to these clients in turn, each at most once at `timeOf` the seat. */
export function giveSeats(
  seats: readonly PlannedBooking[],
  clients: readonly PlannedClient[],
  timeOf: (start: Date) => string,
): void {
  for (const [n, seat] of seats.entries()) {
    const inTurn = [...clients.slice(n % clients.length), ...clients];
    inTurn
      .find(({ bookings }) => bookings.every(({ start }) => timeOf(start) !== timeOf(seat.start)))!
      .bookings.push(seat);
  }
}

/** The creation time of an account; one created on the seed day must not be in the future. */
function createdAt(client: SeedClient, seeding: Seeding): Date {
  const at = momentOf(seeding, client.created, '10:00');
  return at < seeding.now ? at : new Date(seeding.now.getTime() - MINUTE_MS);
}
