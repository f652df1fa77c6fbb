import { practice } from '#content/public/practice.ts';
import type { Cancellation, staffCancelBooking } from '#contract/staff-bookings.schemas.ts';
import { canCancel } from '#domain/visits/attendance.ts';
import {
  cancellationQuote,
  type CancelledBy,
  leftCents,
  type RefundOutcome,
} from '#domain/money/cancellation.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { z } from 'zod';
import type { Action } from '../actions/staff-action.ts';
import { lockToCancel, policyOfSale, readMoney, selectBookingToCancel } from '../checkout/cancel-booking.ts';
import { namesOf } from '../agenda/present-session.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { actorName } from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';
import { readNextInLine } from '../seats/offer-freed.ts';
import { insertClosure, wasRevealed } from './store.ts';
import { bookingAction } from './booking-action.ts';
import { cancelAndNotify } from './cancel-and-notify.ts';
import { readChangedPanel, readReach } from './reach.ts';

type ToCancel = NonNullable<Awaited<ReturnType<typeof selectBookingToCancel>>>;
type CancelRequest = Omit<z.output<typeof staffCancelBooking.body>, 'action_id'>;
type CancelDeps = Pick<Deps, 'db' | 'config'>;

const HOUR_MS = 3_600_000;

/** Answers what a cancellation refunds now, by whom it comes. */
export async function readCancellation(
  { db, config }: CancelDeps,
  booking_id: string,
  now: Date,
): Promise<Cancellation | Refusal> {
  const booking = isUuid(booking_id) ? await selectBookingToCancel(db, booking_id) : undefined;
  if (!booking) return refuse('BOOKING_NOT_FOUND');
  if (!canCancel(booking, now)) return refuse('NOT_CANCELLABLE');
  return await quoteOf(db, config.app_secret, booking, now);
}

async function quoteOf(db: Db, app_secret: string, booking: ToCancel, now: Date): Promise<Cancellation> {
  const { id, start_time, updated_at } = booking;
  const money = await readMoney(db, booking);
  const of = (by: CancelledBy) => cancellationQuote(policyOfSale(booking), money, booking, by, now);
  const [by_practice, by_client] = [of('PRACTICE'), of('CLIENT')];
  const shown = ({ refund, cents }: RefundOutcome) => ({ refund, cents: booking.is_hidden ? null : cents });
  const next = await readNextInLine(db, booking);
  return {
    next_in_line: next ? namesOf(next).name : null,
    reach: (await readReach(db, [id])).get(id)!,
    by_practice: shown(by_practice.now),
    by_client: shown(by_client.now),
    hours_before: Math.max(0, Math.floor((start_time.getTime() - now.getTime()) / HOUR_MS)),
    by_client_later: by_client.later.map(({ after, ...later }) => ({
      ...shown(later),
      after: after.toISOString(),
    })),
    quote: [by_practice.now, by_client.now].map((outcome) => sign(app_secret, id, outcome)).join('.'),
    updated_at: updated_at.toISOString(),
  };
}

/** A keyed hash, since a plain one of a few thousand possible amounts would reveal a hidden one. */
const sign = (app_secret: string, booking_id: string, { refund, cents }: RefundOutcome): string =>
  keyedHash(app_secret, 'cancellation-quote', booking_id, refund, String(cents)).toString('base64url');

/** Only the outcome that is asked for must be as it was quoted; an amount lies between both. */
function partOf(quote: string, { by, refund }: Pick<CancelRequest, 'by' | 'refund'>): string | undefined {
  if (by === 'CLIENT' && typeof refund === 'number') return quote;
  return quote.split('.')[by === 'PRACTICE' || refund === 'FULL' ? 0 : 1];
}

/**
 * Refuses an amount below what the policy gives back, or above what is left. Of a hidden price no amount is compared before
 * it was revealed, because the answers would reveal it.
 */
async function wrongAmount(
  trx: Trx,
  booking: ToCancel,
  { by, refund, staff_id }: Pick<CancelRequest, 'by' | 'refund'> & { staff_id: string | null },
  now: Date,
): Promise<Refusal | null> {
  if (typeof refund !== 'number') return null;
  if (booking.is_hidden && !(await wasRevealed(trx, booking.id, staff_id)))
    return refuse('INVALID_INPUT', { message: 'Please show the amount first.' });
  const money = await readMoney(trx, booking);
  if (refund > leftCents(money)) return refuse('REFUND_TOO_LARGE');
  const least = cancellationQuote(policyOfSale(booking), money, booking, by, now).now.cents;
  return refund < least ? refuse('INVALID_INPUT', { message: 'By the policy, more goes back.' }) : null;
}

/** Cancels a booking, refunds it as quoted, and records who did it (rules.md §9). */
export const cancelBooking = ({ db, config: site }: CancelDeps): Action<typeof staffCancelBooking> => ({
  ...bookingAction(db, {
    action: 'booking.cancel',
    work: async (trx, { actor, params, body: request, now }) => {
      const { by, time, notify } = request;
      const found = await selectBookingToCancel(trx, params.id);
      if (!found) return refuse('BOOKING_NOT_FOUND');
      await lockToCancel(trx, [found]);
      // Read again: it may have changed while this waited for the locks.
      const booking = (await selectBookingToCancel(trx, params.id))!;
      const conflict = conflictOf(booking, request.base_updated_at, now);
      if (conflict) return conflict;
      if (time === 'CLOSE' && isClassFormat(booking.format))
        return refuse('INVALID_INPUT', { message: 'The others keep this class, so its time stays open.' });
      const quote = await quoteOf(trx, site.app_secret, booking, now);
      if (partOf(quote.quote, request) !== partOf(request.quote, request)) return quoteChanged(quote, now);
      const wrong = await wrongAmount(trx, booking, { ...request, staff_id: actor.staff_id }, now);
      if (wrong) return wrong;

      const refund = by === 'PRACTICE' ? 'FULL' : request.refund;
      const about = { by, refund, actor: actorName(actor), message: request.message, notify, site };
      const cancelled = await cancelAndNotify(trx, booking, about, now);
      if (!cancelled) return refuse('BOOKING_CHANGED');
      if (time === 'CLOSE') {
        const { start_time: starts_at, end_time: ends_at } = booking;
        await insertClosure(trx, { starts_at, ends_at, reason: 'Kept closed' });
      }
      const outcome = by === 'PRACTICE' || refund === 'FULL' ? quote.by_practice : quote.by_client;
      const details = { by, refund: typeof refund === 'number' ? 'CENTS' : outcome.refund, time };
      return { user_id: booking.user_id, details: { ...details, notified: cancelled.notified } };
    },
  }),
  answer: ({ params, body, now }) =>
    readChangedPanel(db, { booking: params.id, fate: 'CANCELLED' }, body, now),
});

/** First commit wins: another change is named as such, unless the booking is over. */
function conflictOf(booking: ToCancel, base_updated_at: string, now: Date): Refusal | null {
  const is_changed = booking.updated_at.getTime() !== Date.parse(base_updated_at);
  if (canCancel(booking, now)) return is_changed ? refuse('BOOKING_CHANGED') : null;
  return refuse(is_changed && booking.status === 'CANCELLED' ? 'BOOKING_CHANGED' : 'NOT_CANCELLABLE');
}

function quoteChanged(quote: Cancellation, now: Date): Refusal {
  if (quote.by_practice.refund === 'NONE' || quote.by_client.refund !== 'NONE')
    return refuse('QUOTE_CHANGED', { details: quote });
  const message = `It’s ${formatClock(now, practice.zone)}: no refund by the policy now.`;
  return refuse('QUOTE_CHANGED', { message, details: quote });
}
