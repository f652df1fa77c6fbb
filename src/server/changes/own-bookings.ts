import type { BookingFacts, BookingOptions } from '#contract/bookings.schemas.ts';
import { cancellationQuote } from '#domain/money/cancellation.ts';
import { shortName } from '#domain/people/names.ts';
import { evaluateReschedule, rescheduleUntil } from '#domain/visits/rescheduling.ts';
import { presentBooking } from '../bookings/present-booking.ts';
import { selectOwnBooking } from '../bookings/store.ts';
import {
  cancelBookings,
  lockToCancel,
  policyOfSale,
  readMoney,
  selectBookingToCancel,
} from '../checkout/cancel-booking.ts';
import { selectRecipient } from '../checkout/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { withdrawMoveMails } from '../mail/move-mails.ts';
import { notifyPractice, queueMail } from '../mail/outbox.ts';
import { readOwnLine } from '../mail/visit-mail.ts';
import { bookingCancelledMail } from '../mail/templates/booking-cancelled.ts';
import { clientChangeMail } from '../mail/templates/booking-rescheduled.ts';
import { isUuid } from '../runtime/uuid.ts';
import { exceedsLimit } from '../seats/day-limits.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import type { Site } from '../sessions/join-link.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { momentOf, type MoveRequest, NO_LONGER_AVAILABLE, readWantedSlot } from './wanted-slot.ts';
import { moveBooking } from './move-booking.ts';
import { type MovableBooking, selectOwnBookingToMove, wasCancelledByClient } from './store.ts';

export type ChangeDeps = Pick<Deps, 'db' | 'config'>;
type Own = { user: UserRow; booking_id: string };
type Answer = BookingFacts | Refusal;

/** Answers what the client may do with a booking now, and what comes back (rules.md §3). */
export async function readOptions(
  db: Db,
  { user, booking_id }: Own,
  now: Date,
): Promise<BookingOptions | Refusal> {
  const booking = isUuid(booking_id) ? await selectOwnBookingToMove(db, user.id, booking_id) : undefined;
  if (!booking) return refuse('BOOKING_NOT_FOUND');
  return await optionsOf(db, booking, now);
}

async function optionsOf(db: Db, booking: MovableBooking, now: Date): Promise<BookingOptions> {
  const policy = policyOfSale(booking);
  const { updated_at, start_time, client_reschedules } = booking;
  const quote = cancellationQuote(policy, await readMoney(db, booking), booking, 'CLIENT', now);
  const can_cancel = canCancelOwn(booking, now);
  const next = can_cancel ? quote.later[0] : undefined;
  const why_not = evaluateReschedule(booking, policy, 'CLIENT', now);
  return {
    updated_at: updated_at.toISOString(),
    cancel: {
      why_not: can_cancel ? null : 'NOT_CANCELLABLE',
      refund_cents: can_cancel ? quote.now.cents : 0,
      later_refund_cents: can_cancel ? (next ?? quote.now).cents : 0,
      changes_at: next?.after.toISOString() ?? null,
    },
    reschedule: {
      why_not: why_not === 'BEING_PAID' ? 'NOT_RESCHEDULABLE' : why_not,
      reschedules_left: Math.max(0, policy.max_reschedules - client_reschedules),
      max_reschedules: policy.max_reschedules,
      hours_before: policy.reschedule_hours,
      reschedule_until: rescheduleUntil(policy, start_time).toISOString(),
    },
  };
}

const canCancelOwn = ({ status, start_time }: { status: string; start_time: Date }, now: Date): boolean =>
  status === 'CONFIRMED' && start_time > now;

/** Cancels the client's own booking and refunds what they have seen; a repeat answers the same. */
export async function cancelOwnBooking(
  { db, config }: ChangeDeps,
  { user, booking_id, expected_cents }: Own & { expected_cents: number },
  now: Date,
): Promise<Answer> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const refusal = await decidedTransaction<Refusal | null>(db, async (trx) => {
    const refused = await cancelInTransaction(trx, { user, booking_id, expected_cents }, config, now);
    return { answer: refused, isKept: refused === null };
  });
  return refusal ?? (await presentOwn({ db, config }, { user, booking_id }));
}

async function cancelInTransaction(
  trx: Trx,
  { user, booking_id, expected_cents }: Own & { expected_cents: number },
  site: Site,
  now: Date,
): Promise<Refusal | null> {
  const found = await selectBookingToCancel(trx, booking_id);
  if (found?.user_id !== user.id) return refuse('BOOKING_NOT_FOUND');
  await lockToCancel(trx, [found]);
  // Read again: it may have changed while this waited for the locks.
  const booking = (await selectBookingToCancel(trx, booking_id))!;
  if (booking.status === 'CANCELLED' && (await wasCancelledByClient(trx, booking_id))) return null;
  if (booking.user_id !== user.id || !canCancelOwn(booking, now)) return refuse('NOT_CANCELLABLE');
  const quote = cancellationQuote(
    policyOfSale(booking),
    await readMoney(trx, booking),
    booking,
    'CLIENT',
    now,
  );
  const has_moved = booking.start_time.getTime() !== found.start_time.getTime();
  const movable = (await selectOwnBookingToMove(trx, user.id, booking_id))!;
  if (has_moved || quote.now.cents !== expected_cents)
    return refuse('QUOTE_CHANGED', { details: await optionsOf(trx, movable, now) });
  const withdrawn = await withdrawMoveMails(trx, movable);
  const about = { cause: 'client cancelled', refund: 'POLICY' } as const;
  const [cancelled] = await cancelBookings(trx, [booking], about, now);
  if (!cancelled) return refuse('NOT_CANCELLABLE');
  const { refunded_cents } = cancelled;
  const recipient = await selectRecipient(trx, user.id);
  if (recipient) {
    const mail = bookingCancelledMail({
      first_name: recipient.first_name,
      // The time that the client knows.
      booking: withVisitUrl(site, recipient)({ ...movable, ...withdrawn }),
      refunded_cents,
      by_client: true,
      policy: booking.refund_policy && policyOfSale(booking),
      message: null,
      own_line: await readOwnLine(trx, 'booking-cancelled'),
      site_url: site.site_url,
      now,
    });
    const dedupe_key = `booking-cancelled:${booking_id}`;
    const more = { dedupe_key, kind: 'booking-cancelled', user_id: user.id, to: recipient.email };
    await queueMail(trx, { ...mail, ...more }, now);
  }
  const notice = { client: nameOf(user), booking, before: null, site_url: site.site_url };
  const cause = { kind: 'cancelled-by-client', cause: booking_id, clients: [user.id] };
  await notifyPractice(trx, { ...cause, mail: clientChangeMail(notice) }, now);
  return null;
}

const nameOf = (user: UserRow): string => shortName(user) || 'A client';

/** Moves the client's own booking to another slot of its service, at the same kind of place (rules.md §3). */
export async function rescheduleOwnBooking(
  { db, config }: ChangeDeps,
  { user, booking_id, ...request }: Own & MoveRequest & { base_updated_at: string },
  now: Date,
): Promise<Answer> {
  const booking = isUuid(booking_id) ? await selectOwnBookingToMove(db, user.id, booking_id) : undefined;
  if (!booking) return refuse('BOOKING_NOT_FOUND');
  const base = Date.parse(request.base_updated_at);
  const conflict = conflictOf(booking, base, now);
  // The answer to the first request may have been lost.
  if (conflict?.code === 'BOOKING_CHANGED' && isThere(booking, request))
    return await presentOwn({ db, config }, { user, booking_id });
  if (conflict) return conflict;
  const line = await readWantedSlot(db, { user, booking, request }, now);
  if (line instanceof Refusal) return line;
  const refusal = await decidedTransaction<Refusal | null>(db, async (trx) => {
    const isLimited = await lockTimeToTake(trx, [line], { more: [booking] });
    const current = await selectOwnBookingToMove(trx, user.id, booking_id);
    const refused =
      current === undefined
        ? refuse('BOOKING_NOT_FOUND')
        : (conflictOf(current, base, now) ??
          (isLimited && (await exceedsLimit(trx, [line], [{ start: current.start_time }]))
            ? refuse('SLOT_TAKEN', { message: NO_LONGER_AVAILABLE })
            : null) ??
          (await moveBooking(
            trx,
            current,
            line,
            {
              by: 'CLIENT',
              actor: null,
              message: null,
              notify: true,
              client_name: nameOf(user),
              site: config,
            },
            now,
          )));
    return { answer: refused, isKept: refused === null };
  });
  return refusal ?? (await presentOwn({ db, config }, { user, booking_id }));
}

/** True if the booking has the slot that the request wants. */
function isThere(booking: MovableBooking, { schedule_id, date, start }: MoveRequest): boolean {
  const { status, rule_id, start_time } = booking;
  const begins = momentOf({ date, start });
  return status === 'CONFIRMED' && rule_id === schedule_id && start_time.getTime() === begins?.getTime();
}

/** First commit wins. */
function conflictOf(booking: MovableBooking, base: number, now: Date): Refusal | null {
  const why_not = evaluateReschedule(booking, policyOfSale(booking), 'CLIENT', now);
  if (booking.updated_at.getTime() !== base) return refuse('BOOKING_CHANGED');
  if (why_not === null) return null;
  return refuse(why_not === 'BEING_PAID' ? 'NOT_RESCHEDULABLE' : why_not);
}

async function presentOwn({ db, config }: ChangeDeps, { user, booking_id }: Own): Promise<Answer> {
  const row = await selectOwnBooking(db, user.id, booking_id);
  return row ? presentBooking(row, config) : refuse('BOOKING_NOT_FOUND');
}
