import { practice } from '#content/public/practice.ts';
import type { staffRevealAmount } from '#contract/agenda.calls.ts';
import type { BookingPanel } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { attendanceMoves, canCancel } from '#domain/attendance.ts';
import { balanceCents, isPriceChangeable, isPriceOpen, MOST_OTHER_VISITS } from '#domain/balance.ts';
import { leftCents } from '#domain/cancellation.ts';
import { paymentShares } from '#domain/refunds.ts';
import { isPriceChosen, visibleMoney } from '#domain/visible-money.ts';
import { priceRangeOf } from '../bookings/price-range.ts';
import { isOwed } from '../checkout/balance-lines.ts';
import { selectOwedByClient } from '../checkout/balance-store.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { reminderKey, REMINDERS } from '../mail/reminders.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentHistory } from './present-history.ts';
import { presentSession, priceOf, WITHOUT_NAME } from './present-session.ts';
import { type PanelData, selectPanel } from './panel-store.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

const NOT_FOUND = 'This booking doesn’t exist. It may have been a hold that ended.';

/** Reads the panel of a booking, also for the answer of a call that has just changed it. */
export async function readPanel(db: Db, booking_id: string, now: Date): Promise<BookingPanel | Refusal> {
  const data = isUuid(booking_id) ? await selectPanel(db, booking_id, REMINDERS.map(reminderKey)) : undefined;
  if (!data) return refuse('BOOKING_NOT_FOUND', { message: NOT_FOUND });
  const booking = presentSession(data.session);
  return {
    booking,
    client: clientOf(data, booking.client?.name ?? ''),
    money: { ...moneyOf(data), also_owed: await alsoOwed(db, data) },
    forms: data.forms.map(({ name, submission }) => ({
      name,
      required: true,
      submitted_at: isoOrNull(submission?.submitted_at ?? null),
      submission_id: submission?.id ?? null,
    })),
    mails: data.mails.map(({ kind, subject, created_at, sent_at, is_given_up }) => ({
      kind,
      subject,
      at: iso(sent_at ?? created_at),
      state: sent_at !== null ? 'SENT' : is_given_up ? 'FAILED' : 'WAITING',
    })),
    history: presentHistory(data, data.session.first_name),
    allowed_actions: actionsOf(data, now),
  };
}

function clientOf({ client, session }: PanelData, name: string): BookingPanel['client'] {
  if (!client || session.user_id === null) return null;
  const { status, earlier_visits } = session;
  return {
    id: session.user_id,
    name,
    first_name: session.first_name || WITHOUT_NAME,
    pronouns: client.pronouns,
    phone: session.phone,
    email: client.email,
    photo: client.photo,
    visits: earlier_visits + (status === 'CONFIRMED' || status === 'COMPLETED' ? 1 : 0),
    last_visit: isoOrNull(client.last_visit),
    house_call_approved: client.house_call_approved,
    updated_at: iso(client.updated_at),
  };
}

/** States of a checkout whose payment has arrived. */
const PAID_STATES: readonly string[] = ['PAID', 'CONFIRMED', 'REFUND_DUE', 'REFUNDED'];

/** Reads the amounts of a booking although they are hidden: for reveal-amount.ts alone, which records it first. */
export async function readAmounts(
  db: Db,
  booking_id: string,
): Promise<OutputOf<typeof staffRevealAmount> | Refusal> {
  const data = await selectPanel(db, booking_id, []);
  return data ? amountsOf(data) : refuse('BOOKING_NOT_FOUND', { message: NOT_FOUND });
}

function amountsOf({ session, payment, refunded_cents }: PanelData) {
  const { id, price_cents } = session;
  const isPaid = payment !== null && PAID_STATES.includes(payment.state);
  const paid_cents = isPaid ? shareOf(payment, { id, price_cents }) : 0;
  // Of a balance, the payment has only what was left.
  const line = payment?.lines.find(({ booking_id }) => booking_id === id);
  const tax_cents = isPaid ? paid_cents - (line?.price_cents ?? price_cents) : null;
  return { price_cents, tax_cents, paid_cents, refunded_cents };
}

function moneyOf(data: PanelData): Omit<BookingPanel['money'], 'also_owed'> {
  const { session, payment, refunds, history, offline_payments } = data;
  const isPaid = payment !== null && PAID_STATES.includes(payment.state);
  const amounts = visibleMoney(
    amountsOf(data),
    isPriceChosen(session.price_chosen_by_client, session),
    false,
  );
  const paid = isPaid ? paidStep(history) : undefined;
  return {
    ...amounts,
    paid_at: isoOrNull(paid?.at ?? null),
    currency: payment?.currency ?? practice.currency,
    // The provider's receipt names the amount.
    receipt_url: amounts.is_hidden ? null : (payment?.receipt_url ?? null),
    refunds: refunds.map(({ amount_cents, cause, reason, created_at, done_at, failed_at, is_external }) => ({
      cents: amounts.is_hidden ? null : amount_cents,
      cause,
      reason,
      is_external,
      state: failed_at !== null ? 'FAILED' : done_at !== null ? 'DONE' : 'QUEUED',
      at: iso(failed_at ?? done_at ?? created_at),
    })),
    ...balanceOf(data),
    offline_cents: offlineOf(data),
    offline_payments: offline_payments.map(({ amount_cents, at, ...payment }) => ({
      ...payment,
      cents: amount_cents,
      at: iso(at),
    })),
    left_cents: amounts.is_hidden ? null : leftOf(data),
    free_reason: data.free_reason,
  };
}

/** Sample bookings were never paid through the provider. */
const paidStep = (history: PanelData['history']) =>
  history.find(({ cause }) => cause === 'paid') ?? history.find(({ to_status }) => to_status === 'CONFIRMED');

/** Hidden while the client still chooses the price: there is no amount yet. */
function balanceOf({ session }: PanelData): Pick<BookingPanel['money'], 'has_balance' | 'balance_cents'> {
  const price = priceOf(session);
  if (isPriceOpen(price, isPriceChosen(session.price_chosen_by_client, session)))
    return { has_balance: true, balance_cents: null };
  const balance_cents = balanceCents(price);
  return { has_balance: balance_cents > 0, balance_cents };
}

async function alsoOwed(db: Db, data: PanelData): Promise<BookingPanel['money']['also_owed']> {
  const { id, user_id } = data.session;
  if (user_id === null || !balanceOf(data).has_balance) return [];
  const others = (await selectOwedByClient(db, user_id)).filter((other) => other.id !== id && isOwed(other));
  return others.slice(0, MOST_OTHER_VISITS).map((other) => ({
    id: other.id,
    service_name: other.service_name,
    start_time: other.start_time.toISOString(),
    balance_cents: priceRangeOf(other) === null ? balanceCents(other) : null,
  }));
}

const offlineOf = ({ offline_payments }: PanelData) =>
  offline_payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** Returns what can still be refunded to the card. */
function leftOf({ session, payment, refunded_cents }: PanelData): number {
  if (payment === null || !PAID_STATES.includes(payment.state)) return 0;
  const { left_cents: payment_left_cents, owed_cents } = payment;
  return leftCents({
    share_cents: shareOf(payment, session),
    refunded_cents,
    owed_cents,
    payment_left_cents,
  });
}

/** Returns the booking's share of its payment, tax included. */
function shareOf(
  { subtotal_cents, total_cents, lines }: NonNullable<PanelData['payment']>,
  { id, price_cents }: { id: string; price_cents: number },
): number {
  const total = total_cents ?? subtotal_cents;
  const line = lines.findIndex(({ booking_id }) => booking_id === id);
  const prices =
    line < 0 ? [price_cents, subtotal_cents - price_cents] : lines.map((each) => each.price_cents);
  return paymentShares(prices, total)[Math.max(0, line)]!;
}

function actionsOf(data: PanelData, now: Date): BookingPanel['allowed_actions'] {
  const { session } = data;
  const visit = {
    status: session.status,
    start_time: new Date(session.start_time),
    end_time: new Date(session.end_time),
    arrived_at: session.arrived_at === null ? null : new Date(session.arrived_at),
  };
  return [
    ...(canCancel(visit, now) ? (['CANCEL'] as const) : []),
    ...attendanceMoves(visit, now, practice.zone),
    ...moneyActionsOf(data),
  ];
}

function moneyActionsOf(data: PanelData): BookingPanel['allowed_actions'] {
  const { session, client } = data;
  const { status, is_paid_online } = session;
  const has_balance = balanceOf(data).has_balance;
  return [
    ...(status === 'PENDING' ? (['END_HOLD'] as const) : []),
    ...(isPriceChangeable({ status, is_paid_online, offline_cents: offlineOf(data) })
      ? (['CHANGE_PRICE'] as const)
      : []),
    ...(has_balance ? (['RECORD_PAYMENT'] as const) : []),
    ...(has_balance && client ? (['SEND_PAYMENT_LINK'] as const) : []),
    ...(status !== 'PENDING' && leftOf(data) > 0 ? (['REFUND'] as const) : []),
  ];
}
