import type { BookingStatus } from '#domain/visits/booking.ts';
import { type Insertable, type InsertObject, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Bookings, Checkouts, DB, Services } from '#server/db/types.ts';

const HOUR_MS = 3_600_000;

/** Adds a one-to-one hour of yoga for $20 at the studio, with these changes. Returns its id. */
export async function addService(db: Db, change: Partial<Insertable<Services>> = {}): Promise<string> {
  const service: Insertable<Services> = {
    key: 'yoga',
    name: 'Yoga',
    description: '',
    type: ['YOGA'],
    category: 'YOGA',
    format: 'ONE_ON_ONE',
    duration: 60,
    base_price_cents: 2000,
    service_location_type: ['FIXED_LOCATION'],
    location_name: 'Secret Studio',
    scheduling_type: 'SLOT',
    ...change,
  };
  return (await db.insertInto('services').values(service).returning('id').executeTakeFirstOrThrow()).id;
}

type NewBooking = Partial<Insertable<Bookings>> & {
  user_id: string | null;
  service_id: string;
  start_time: Date;
  created_at: Date;
  status?: BookingStatus;
};

/** A client's confirmed hour of that service, which holds no appointment; its id. */
export async function addBooking(db: Db, booking: NewBooking): Promise<string> {
  const end = new Date(booking.start_time.getTime() + HOUR_MS);
  const row = {
    status: 'CONFIRMED',
    price_cents: 2000,
    service_name: 'Slow Morning Flow',
    service_type: 'YOGA',
    format: 'ONE_ON_ONE',
    end_time: end,
    blocked_until: end,
    location_type: 'FIXED_LOCATION',
    location_name: 'Secret Studio',
    updated_at: booking.created_at,
    // As the cart records it.
    price_chosen_by_client: sql<boolean>`(select coalesce(max_price_cents > min_price_cents, false) from services
      where id = ${booking.service_id}::uuid)`,
    ...booking,
  } satisfies InsertObject<DB, 'bookings'>;
  return (await db.insertInto('bookings').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Adds a client's paid checkout of $20 without lines, with these changes. Returns its id. */
export async function addCheckout(
  db: Db,
  checkout: Partial<Insertable<Checkouts>> & { user_id: string | null; created_at: Date },
): Promise<string> {
  const { created_at } = checkout;
  const row: Insertable<Checkouts> = {
    state: 'CONFIRMED',
    cart_hash: 'x',
    items: '[]',
    subtotal_cents: 2000,
    total_cents: 2000,
    currency: 'usd',
    refund_policy: JSON.stringify({ full_refund_hours: 24 }),
    customer_id: 'x',
    customer_email: 'x',
    session_expires_at: created_at,
    hold_expires_at: created_at,
    next_check_at: created_at,
    updated_at: created_at,
    ...checkout,
  };
  return (await db.insertInto('checkouts').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
