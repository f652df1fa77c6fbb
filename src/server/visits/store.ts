import { sql } from 'kysely';
import type { LocationType } from '#domain/slots/services.ts';
import type { Db } from '../db/pool.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { MOST_TRIES } from '../users/claim-store.ts';

/** A visit by its link: its client, and the bookings that are paid on its page, itself among them. */
export type LinkedVisit = {
  booking_id: string;
  service_id: string;
  location_type: LocationType;
  start_time: Date;
  user: UserRow;
  has_login: boolean;
  /** Its forms can be filled in. */
  takes_forms: boolean;
  paid_ids: string[];
};

/**
 * Selects the visit that a link names, while its page is open: until `ended_after`, or as long as the practice asks for a
 * payment there. Undefined for a hold that was not offered by the waitlist, and for a deleted account.
 */
export async function selectLinkedVisit(
  db: Db,
  id: string,
  { ended_after, now }: { ended_after: Date; now: Date },
): Promise<LinkedVisit | undefined> {
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('payment_links as l', (join) =>
      join
        .onRef('l.user_id', '=', 'u.id')
        .on(sql<boolean>`l.booking_ids[1] = b.id`)
        .on('l.expires_at', '>', now),
    )
    .selectAll('u')
    .select(['l.booking_ids', 'b.service_id', 'b.location_type', 'b.status', 'b.start_time', 'b.end_time'])
    .where('b.id', '=', id)
    .where(
      sql<boolean>`(b.status <> 'PENDING' or exists (select from checkouts c where c.id = b.checkout_id
        and c.kind = 'WAITLIST' and c.state in ('OFFERED', 'CREATED', 'OPEN', 'PAID')))`,
    )
    .where((eb) => eb.or([eb('b.end_time', '>', ended_after), eb('l.user_id', 'is not', null)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const { booking_ids, service_id, location_type, status, start_time, end_time, ...user } = row;
  return {
    booking_id: id,
    service_id,
    location_type: location_type as LocationType,
    start_time,
    user: user as UserRow,
    has_login: user.cognito_sub !== null,
    takes_forms: status === 'CONFIRMED' && end_time > now,
    paid_ids: booking_ids ?? [id],
  };
}

/**
 * Compares the end of the phone number in a record, and counts if it is wrong; null: there is no number, or too many were
 * wrong. The row is locked meanwhile, so that guesses at once are counted one by one.
 */
export async function tryPhoneEnding(db: Db, user_id: string, ending: string): Promise<boolean | null> {
  const tried = await db
    .updateTable('users')
    .set({ phone_tries: sql`case when right(phone, 4) = ${ending} then 0 else phone_tries + 1 end` })
    .where('id', '=', user_id)
    .where('phone', 'is not', null)
    .where('phone_tries', '<', MOST_TRIES)
    .returning('phone_tries')
    .executeTakeFirst();
  return tried ? tried.phone_tries === 0 : null;
}
