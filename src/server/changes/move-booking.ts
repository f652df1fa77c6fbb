import { leftCents } from '#domain/money/cancellation.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import { fullRefundUntil } from '#domain/money/refunds.ts';
import type { RescheduledBy } from '#domain/visits/rescheduling.ts';
import { policyOfSale, readMoney } from '../checkout/cancel-booking.ts';
import { endUnseatableCheckouts, selectRecipient } from '../checkout/store.ts';
import type { Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { MailedBooking } from '../mail/mailed-booking.ts';
import {
  aboutMove,
  MOVE_MAIL_WAITS_MS,
  moveMailKey,
  type ToldTime,
  withdrawMoveMails,
} from '../mail/move-mails.ts';
import { notifyPractice, queueMail } from '../mail/outbox.ts';
import { readOwnLine } from '../mail/visit-mail.ts';
import { bookingRescheduledMail, clientChangeMail } from '../mail/templates/booking-rescheduled.ts';
import { type Site, withJoinUrl } from '../sessions/join-link.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { moveSeat } from '../seats/move-seat.ts';
import { insertHistory, type MovableBooking } from './store.ts';

type Move = {
  by: RescheduledBy;
  /** 'staff:<id>'; null: the client. */
  actor: string | null;
  /** To the client, in the mail. */
  message: string | null;
  /** Whether the client gets a mail. */
  notify: boolean;
  /** 'Maren K.', for the practice: only of a move by the client. */
  client_name?: string;
  /** The whole class moves, and its appointment already has. */
  appointment_has_moved?: boolean;
  site: Site;
};

/**
 * Moves a confirmed booking to another time (rules.md §3): seat, history and mails, in the caller's transaction, which must
 * hold lockTime of both times and have read the booking since. Id, price, payment, forms and the calendar's UID stay, and
 * checkouts.items stays as sold. A refusal must be rolled back.
 */
export async function moveBooking(
  trx: Trx,
  booking: MovableBooking,
  line: SeatLine,
  move: Move,
  now: Date,
): Promise<Refusal | null> {
  const withdrawn = await withdrawMoveMails(trx, booking);
  const before: ToldTime = withdrawn ?? booking;
  const moved: MailedBooking = {
    ...booking,
    start_time: new Date(line.start_time),
    end_time: new Date(line.end_time),
    location_type: line.location_type,
    location_name: line.location_name,
    visit_address: line.visit_address,
    sequence: booking.sequence + 1,
  };
  // Moved back before a mail went out: none does.
  const isBack = withdrawn !== null && isSameTime(withdrawn, moved);
  const known = isBack
    ? withdrawn
    : {
        told_at: now,
        told_sequence: moved.sequence,
        // A time that the client has chosen is no move by the practice any more.
        rescheduled_by_staff_at: move.by === 'STAFF' ? now : null,
      };
  const outcome = await moveSeat(
    trx,
    booking,
    line,
    {
      sequence: moved.sequence,
      told_at: known.told_at,
      told_sequence: known.told_sequence,
      rescheduled_by_staff_at: known.rescheduled_by_staff_at,
      client_reschedules: booking.client_reschedules + (move.by === 'CLIENT' ? 1 : 0),
      arrived_at: null,
    },
    now,
    move.appointment_has_moved,
  );
  if (outcome !== 'MOVED') return refuse(outcome);
  const client = move.notify ? await selectRecipient(trx, booking.user_id) : undefined;
  await insertHistory(trx, {
    booking_id: booking.id,
    at: now,
    from_status: 'CONFIRMED',
    to_status: 'CONFIRMED',
    cause: move.by === 'CLIENT' ? 'client rescheduled' : 'rescheduled',
    actor: move.actor,
    message: client ? move.message : null,
    moved_from: booking.start_time,
    moved_to: moved.start_time,
  });
  await endUnseatableCheckouts(trx, { booking_ids: [booking.id] }, now);
  if (!isBack) await queueMoveMails(trx, { booking, moved, before, client, move }, now);
  return null;
}

const isSameTime = (known: ToldTime, { start_time, end_time, location_type }: MailedBooking): boolean =>
  known.start_time.getTime() === start_time.getTime() &&
  known.end_time.getTime() === end_time.getTime() &&
  known.location_type === location_type;

async function queueMoveMails(
  trx: Trx,
  {
    booking,
    moved,
    before,
    client,
    move,
  }: {
    booking: MovableBooking;
    moved: MailedBooking;
    before: ToldTime;
    client: Awaited<ReturnType<typeof selectRecipient>>;
    move: Move;
  },
  now: Date,
): Promise<void> {
  const { site, by } = move;
  const { site_url } = site;
  const known = { id: booking.id, told_sequence: moved.sequence };
  const waiting = {
    not_before: new Date(now.getTime() + MOVE_MAIL_WAITS_MS),
    about: aboutMove(booking.id, before),
  };
  if (client) {
    const { start_time } = moved;
    const mail = bookingRescheduledMail({
      first_name: client.first_name,
      booking: withVisitUrl(site, client)(withJoinUrl(site)(moved)),
      before,
      by,
      full_refund_until:
        leftCents(await readMoney(trx, booking)) === 0
          ? null
          : fullRefundUntil(policyOfSale(booking), {
              start_time,
              rescheduled_by_staff_at: now,
              told_at: now,
            }),
      message: move.message,
      own_line: await readOwnLine(trx, 'rescheduled'),
      site_url,
      now,
    });
    const dedupe_key = moveMailKey('rescheduled', known);
    const more = { dedupe_key, kind: 'rescheduled', user_id: client.id, to: client.email, ...waiting };
    await queueMail(trx, { ...mail, ...more }, now);
  }
  if (by === 'CLIENT') {
    const mail = clientChangeMail({
      client: move.client_name ?? 'A client',
      booking: moved,
      before,
      site_url,
    });
    const cause = `${known.id}:${known.told_sequence}`;
    const clients = [booking.user_id];
    await notifyPractice(trx, { kind: 'rescheduled-by-client', cause, mail, clients, ...waiting }, now);
  }
}
