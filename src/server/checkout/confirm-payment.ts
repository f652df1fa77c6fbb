import { sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { shortName } from '#domain/people/names.ts';
import { visibleCents } from '#domain/money/visible-money.ts';
import type { Db, Trx } from '../db/pool.ts';
import { number, readOne } from '../db/rows.ts';
import { decidedTransaction, inTransaction } from '../db/transactions.ts';
import { brokenConstraint } from '../db/constraints.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { notifyPractice, queueMail } from '../mail/outbox.ts';
import { readOwnLine } from '../mail/visit-mail.ts';
import { balanceReturnedMail } from '../mail/templates/payment-notices.ts';
import { newBookingsMail } from '../mail/templates/practice-notices.ts';
import { bookingConfirmedMail } from '../mail/templates/booking-confirmed.ts';
import { countSuggested } from '../bookings/list-suggestions.ts';
import { selectCheckoutBookings } from '../bookings/store.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import {
  endUnseatableCheckouts,
  type CheckoutRow,
  isFullyRefunded,
  lockPaidCheckout,
  selectPayingClient,
  selectRecipient,
} from './store.ts';
import { readSetting } from '../runtime/settings-store.ts';
import { SNAPSHOT, takenSeats, WANTED, lockTimeToTake } from '../seats/hold-seats.ts';
import { exceedsLimit } from '../seats/day-limits.ts';
import { moveCheckout, lockHolds, removeHolds } from '../seats/release-seats.ts';
import { type Site, withJoinUrl } from '../sessions/join-link.ts';
import { confirmBalance } from './confirm-balance.ts';

/** The outcome for a paid checkout. NOT_PAID: it is in another state, because another process was faster. */
type Confirmation = 'CONFIRMED' | 'REFUND_DUE' | 'NOT_PAID';

/**
 * Confirms every booking of a PAID checkout, or queues a full refund (rules.md §5). Existing holds become CONFIRMED. If
 * they have expired (a late payment) or the client had to pay first, all seats are taken now if every one is free. A
 * payment that was already refunded in full is not booked. A balance is settled, or goes back.
 */
export async function confirmPayment(
  db: Db,
  { id: checkout_id, kind }: Pick<CheckoutRow, 'id' | 'kind'>,
  site: Site,
  now: Date,
): Promise<Confirmation> {
  if (kind === 'BALANCE') {
    const settled = await confirmBalance(db, checkout_id, site, now);
    return settled === 'NOT_OWED' ? await queueFullRefund(db, checkout_id, site.site_url, now) : settled;
  }
  const held = await confirmHolds(db, checkout_id, site, now);
  if (held === 'CONFIRMED' || held === 'NOT_PAID') return held;
  if (held === 'NO_HOLDS') {
    const again = await retakeSeats(db, checkout_id, site, now);
    if (again !== 'LOST') return again;
  }
  return await queueFullRefund(db, checkout_id, site.site_url, now);
}

async function confirmHolds(
  db: Db,
  checkout_id: string,
  site: Site,
  now: Date,
): Promise<'CONFIRMED' | 'NOT_PAID' | 'NO_HOLDS' | 'FULLY_REFUNDED'> {
  return await inTransaction(db, async (trx) => {
    const checkout = await lockPaidCheckout(trx, checkout_id);
    if (!checkout) return 'NOT_PAID';
    if (isFullyRefunded(checkout)) return 'FULLY_REFUNDED';
    if (checkout.user_id === null) return 'NO_HOLDS';
    const confirmed = await trx
      .updateTable('bookings')
      .set({ status: 'CONFIRMED', updated_at: now })
      .where('checkout_id', '=', checkout_id)
      .where('status', '=', 'PENDING')
      .returning('id')
      .execute();
    if (confirmed.length === 0) return 'NO_HOLDS';
    if (confirmed.length !== checkout.items.length)
      throw new Error(`Checkout ${checkout_id} lost some of its holds`);
    await finish(trx, checkout, site, now);
    return 'CONFIRMED';
  });
}

/** Takes all seats or none, for a late payment and for a checkout that is paid first. A day that is full has no seat. */
async function retakeSeats(
  db: Db,
  checkout_id: string,
  site: Site,
  now: Date,
): Promise<'CONFIRMED' | 'NOT_PAID' | 'LOST'> {
  try {
    return await decidedTransaction<'CONFIRMED' | 'NOT_PAID' | 'LOST'>(db, async (trx) => {
      const lines = await linesOf(trx, checkout_id);
      const isLimited = await lockTimeToTake(trx, lines);
      const checkout = await lockPaidCheckout(trx, checkout_id);
      if (!checkout) return { answer: 'NOT_PAID', isKept: false };
      const isPossible =
        checkout.user_id !== null &&
        !isFullyRefunded(checkout) &&
        lines.every(({ start_time }) => new Date(start_time) > now) &&
        !(isLimited && (await exceedsLimit(trx, lines)));
      if (!isPossible || (await retakeFreeSeats(trx, checkout, now)) !== lines.length)
        return { answer: 'LOST', isKept: false };
      await finish(trx, checkout, site, now);
      return { answer: 'CONFIRMED', isKept: true };
    });
  } catch (error) {
    // Another checkout of the same client has booked a seat in that class in the meantime.
    if (brokenConstraint(error) === 'one_seat_per_client') return 'LOST';
    throw error;
  }
}

/** Takes the seats that are free and not in a closure that was added in the meantime. Returns their number. */
async function retakeFreeSeats(trx: Trx, checkout: CheckoutRow, now: Date): Promise<number> {
  const retaken = sql`
    with ${takenSeats(checkout.items)}, booked as (
      insert into bookings (id, user_id, checkout_id, appointment_id, status, ${SNAPSHOT}, created_at, updated_at)
      select w.booking_id, ${checkout.user_id}::uuid, ${checkout.id}::uuid, seats.id, 'CONFIRMED', ${WANTED},
        ${now}::timestamptz, ${now}::timestamptz
      from seats join wanted w using (n))
    select count(*)::int as seated from seats`;
  return (await readOne(trx, { seated: number }, retaken)).seated;
}

/** Moves PAID to CONFIRMED with history and mail, in the caller's transaction. */
async function finish(trx: Trx, checkout: CheckoutRow, site: Site, now: Date): Promise<void> {
  const { site_url } = site;
  await move(trx, checkout.id, 'CONFIRMED', now);
  await sql`
    insert into booking_history (booking_id, at, from_status, to_status, cause)
    select id, ${now}::timestamptz, 'PENDING', 'CONFIRMED', 'paid' from bookings where checkout_id = ${checkout.id}
  `.execute(trx);
  await endUnseatableCheckouts(trx, { checkout_id: checkout.id }, now);
  if (checkout.user_id !== null) await countSuggested(trx, checkout.user_id, checkout.items, now);
  const bookings = await selectCheckoutBookings(trx, checkout.id);
  const recipient = await selectRecipient(trx, checkout.user_id);
  if ((await readSetting(trx, 'notices')).when === 'AT_ONCE') {
    const client = shortName((await selectPayingClient(trx, checkout.user_id)) ?? {});
    const mail = newBookingsMail({ bookings: bookings.map((each) => ({ ...each, client })), site_url });
    const clients = [checkout.user_id];
    await notifyPractice(trx, { kind: 'new-booking', cause: checkout.id, mail, clients }, now);
  }
  if (!recipient) return;
  const ids = new Set(bookings.map(({ id }) => id));
  const required = await selectRequiredForms(trx, recipient.id, now);
  const due = required.filter(({ booking_id }) => booking_id === null || ids.has(booking_id));
  const mail = bookingConfirmedMail({
    first_name: recipient.first_name,
    bookings: bookings.map(withJoinUrl(site)),
    total_cents: checkout.total_cents,
    tax_cents: checkout.tax_cents,
    receipt_url: checkout.receipt_url,
    forms_due: [...new Set(due.map(({ name }) => name))],
    policy: checkout.refund_policy,
    own_line: await readOwnLine(trx, 'booking-confirmed'),
    site_url,
    now,
  });
  const dedupe_key = `booking-confirmed:${checkout.id}`;
  const to = recipient.email;
  await queueMail(trx, { ...mail, dedupe_key, kind: 'booking-confirmed', user_id: recipient.id, to }, now);
}

/** Moves PAID to REFUND_DUE: releases the holds and queues a refund of the whole payment. */
async function queueFullRefund(
  db: Db,
  checkout_id: string,
  site_url: string,
  now: Date,
): Promise<Confirmation> {
  return await inTransaction(db, async (trx) => {
    const holds = await lockHolds(trx, checkout_id);
    const checkout = await lockPaidCheckout(trx, checkout_id);
    if (!checkout) return 'NOT_PAID';
    await removeHolds(trx, checkout_id, holds, now);
    await move(trx, checkout_id, 'REFUND_DUE', now);
    const amount_cents = checkout.total_cents ?? checkout.subtotal_cents;
    if (amount_cents > 0) {
      await trx
        .insertInto('refunds')
        .values({ checkout_id, amount_cents, created_at: now, next_attempt_at: now })
        .onConflict((conflict) => conflict.constraint('one_refund_per_cause').doNothing())
        .execute();
    } else await move(trx, checkout_id, 'REFUNDED', now);
    if (checkout.kind === 'BALANCE') await notifyBalanceReturned(trx, checkout, site_url, now);
    return 'REFUND_DUE';
  });
}

/** Notifies the practice that a payment by a link goes back, because the balance was settled in another way. */
async function notifyBalanceReturned(
  trx: Trx,
  checkout: CheckoutRow,
  site_url: string,
  now: Date,
): Promise<void> {
  const amount_cents = visibleCents(checkout.total_cents ?? checkout.subtotal_cents, checkout);
  const mail = balanceReturnedMail({
    client: await selectPayingClient(trx, checkout.user_id),
    amount_cents,
    payment_intent_id: checkout.payment_intent_id,
    sessions: checkout.items.map(
      ({ service_name, start_time }) =>
        `${service_name}, ${formatShortDateAtTime(start_time, practice.zone)}`,
    ),
    site_url,
  });
  const payment = { checkout_id: checkout.id, amount_cents };
  await notifyPractice(trx, { kind: 'balance-returned', cause: checkout.id, mail, payment }, now);
}

/** Moves a checkout that this transaction has locked. */
async function move(
  trx: Trx,
  id: string,
  to: 'CONFIRMED' | 'REFUND_DUE' | 'REFUNDED',
  now: Date,
): Promise<void> {
  if (!(await moveCheckout(trx, id, to, now, { url: null })))
    throw new Error(`Checkout ${id} may not become ${to}`);
}

async function linesOf(trx: Trx, id: string): Promise<CheckoutLine[]> {
  const row = await trx.selectFrom('checkouts').select('items').where('id', '=', id).executeTakeFirst();
  return row?.items ?? [];
}
