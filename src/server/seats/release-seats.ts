import { sql, type Updateable } from 'kysely';
import { type CheckoutState, statesBefore } from '#domain/checkout/checkout-states.ts';
import type { Db, Trx } from '../db/pool.ts';
import { readRows, text } from '../db/rows.ts';
import { inTransaction } from '../db/transactions.ts';
import { lockTime } from './hold-seats.ts';
import type { Checkouts } from '../db/types.ts';
import { freeTime, settleOffer } from './offer-freed.ts';

/** A booking whose seat is to be released. */
type SeatedBooking = {
  id: string;
  appointment_id: string | null;
  start_time: Date;
  blocked_until: Date;
};

/** Selects the PENDING bookings of a checkout. */
export async function selectHolds(db: Db, checkout_id: string): Promise<SeatedBooking[]> {
  return await db
    .selectFrom('bookings')
    .select(['id', 'appointment_id', 'start_time', 'blocked_until'])
    .where('checkout_id', '=', checkout_id)
    .where('status', '=', 'PENDING')
    .orderBy('start_time')
    .execute();
}

/** Selects the PENDING bookings of a checkout and locks their time: the first step of a transaction that ends holds. */
export async function lockHolds(trx: Trx, checkout_id: string): Promise<SeatedBooking[]> {
  const holds = await selectHolds(trx, checkout_id);
  await lockTime(trx, holds);
  return holds;
}

/**
 * Ends a checkout and releases its seats. Returns the number of released seats, or null if the checkout was in none of
 * the states `from`. Call it only after the provider has confirmed that the page cannot be paid: a seat that is released
 * under an open payment page is sold twice.
 */
export async function releaseCheckout(
  db: Db,
  checkout_id: string,
  to: Extract<CheckoutState, 'EXPIRED' | 'CANCELLED'>,
  now: Date,
  from?: readonly CheckoutState[],
): Promise<number | null> {
  return await inTransaction(db, async (trx) => {
    const holds = await lockHolds(trx, checkout_id);
    const change = { url: null, hold_ended_at: now };
    if (!(await moveCheckout(trx, checkout_id, to, now, change, from))) return null;
    return await removeHolds(trx, checkout_id, holds, now);
  });
}

/** Deletes the PENDING bookings of a checkout and releases their seats. The transaction must begin with lockHolds. */
export async function removeHolds(
  trx: Trx,
  checkout_id: string,
  holds: readonly SeatedBooking[],
  now: Date,
  isOffered = true,
): Promise<number> {
  if (holds.length === 0) return 0;
  await trx
    .deleteFrom('bookings')
    .where('checkout_id', '=', checkout_id)
    .where('status', '=', 'PENDING')
    .execute();
  await releaseSeats(
    trx,
    holds.map((hold) => ({ ...hold, held_by: checkout_id })),
    now,
    isOffered,
  );
  return holds.length;
}

/**
 * Removes one seat from each appointment, and an appointment with its last seat. The transaction must hold lockTime. Who
 * waits for such a time is offered it before the transaction commits, unless not `isOffered`. `held_by`: the checkout that
 * held the seat and did not book it.
 */
export async function releaseSeats(
  trx: Trx,
  bookings: readonly (Omit<SeatedBooking, 'id'> & { held_by?: string })[],
  now: Date,
  isOffered = true,
): Promise<void> {
  const ids = bookings.flatMap(({ appointment_id }) => appointment_id ?? []);
  if (ids.length === 0) return;
  await sql`
    with emptied as (delete from appointments where id = any(${ids}::uuid[]) and taken = 1)
    update appointments set taken = taken - 1 where id = any(${ids}::uuid[]) and taken > 1`.execute(trx);
  if (isOffered) freeTime(trx, bookings, now);
}

/**
 * Ends an offer that was not taken, if the checkout is one: its client keeps the place in line. Returns whether it was. The
 * next in line is only offered the time if `isPassedOn`.
 */
export async function withdrawOffer(
  trx: Trx,
  checkout_id: string,
  now: Date,
  isPassedOn: boolean,
): Promise<boolean> {
  const change = { hold_ended_at: now };
  if (!(await moveCheckout(trx, checkout_id, 'CANCELLED', now, change, ['OFFERED'], 'WITHDRAWN')))
    return false;
  await removeHolds(trx, checkout_id, await selectHolds(trx, checkout_id), now, isPassedOn);
  return true;
}

/**
 * Takes a client out of every line. The transaction must hold lockTime of their offers, which go to the next in line unless
 * they were taken.
 */
export async function leaveWaitlists(trx: Trx, user_id: string, now: Date): Promise<void> {
  await sql`update waitlist_entries set state = 'LEFT', updated_at = ${now}
    where user_id = ${user_id}::uuid and state in ('WAITING', 'OFFERED', 'PAUSED')`.execute(trx);
  const offered = sql`select id from checkouts where user_id = ${user_id}::uuid and state = 'OFFERED' order by id`;
  for (const { id } of await readRows(trx, { id: text }, offered)) await withdrawOffer(trx, id, now, true);
  await sql`delete from bookings where user_id = ${user_id}::uuid and status = 'WAITLISTED'`.execute(trx);
}

type Change = Omit<Updateable<Checkouts>, 'id' | 'state' | 'updated_at'>;

/**
 * Moves a checkout to another state. False if it is in none of the states `from`, by default those that the domain allows:
 * another process was faster.
 */
export async function moveCheckout(
  db: Db,
  id: string,
  to: CheckoutState,
  now: Date,
  change: Change = {},
  from: readonly CheckoutState[] = statesBefore(to),
  outcome: CheckoutState | 'WITHDRAWN' = to,
): Promise<boolean> {
  const moved = await db
    .updateTable('checkouts')
    .set({ ...change, state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('kind')
    .executeTakeFirst();
  if (moved?.kind === 'WAITLIST') await settleOffer(db, id, outcome, now);
  return moved !== undefined;
}

/** Selects all held times of the checkouts that hold one of these bookings: what endHolds needs to be locked. */
export async function selectTimesOfHolds(
  db: Db,
  booking_ids: readonly string[],
): Promise<{ start_time: Date; blocked_until: Date }[]> {
  if (booking_ids.length === 0) return [];
  return await db
    .selectFrom('bookings')
    .select(['start_time', 'blocked_until'])
    .where('status', '=', 'PENDING')
    .where('checkout_id', 'in', (query) =>
      query.selectFrom('bookings').select('checkout_id').where('id', 'in', booking_ids),
    )
    .execute();
}

/**
 * Ends holds in time that has been closed in this transaction, with all that their checkouts hold. The payment page may
 * still be open: the sweeper ends it, and a payment that comes first finds the time closed and is refunded in full. So no
 * seat is sold twice, although the provider is not asked first. The transaction must hold lockTime of
 * `selectTimesOfHolds`, and have locked these checkouts.
 */
export async function endHolds(trx: Trx, checkout_ids: readonly string[], now: Date): Promise<void> {
  for (const id of [...new Set(checkout_ids)].sort()) {
    if (await withdrawOffer(trx, id, now, false)) continue;
    await removeHolds(trx, id, await selectHolds(trx, id), now);
    await sql`update checkouts set cancel_requested = true, hold_ended_at = ${now}, updated_at = ${now},
        next_check_at = case when state = 'OPEN' then ${now}::timestamptz else next_check_at end
      where id = ${id}::uuid and state in ('CREATED', 'OPEN')`.execute(trx);
  }
}
