import type { BookingStatus } from '#domain/booking.ts';
import type { Insertable } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Bookings, Services } from '#server/db/types.ts';

const HOUR_MS = 3_600_000;

/** A one-to-one hour of yoga for $20 at the studio, or what is told otherwise; its id. */
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

/** A client's confirmed hour of that service, which holds no appointment; its id. */
export async function addBooking(
  db: Db,
  booking: {
    user_id: string;
    service_id: string;
    start_time: Date;
    created_at: Date;
    status?: BookingStatus;
  },
): Promise<string> {
  const end = new Date(booking.start_time.getTime() + HOUR_MS);
  const row: Insertable<Bookings> = {
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
    ...booking,
  } satisfies Insertable<Bookings>;
  return (await db.insertInto('bookings').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
