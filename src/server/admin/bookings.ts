import { addressLines, type LooseAddress } from '#domain/address.ts';
import { addDays, isLocalDate } from '#domain/calendar.ts';
import { formatClock, formatLongDate, formatShortDateAtTime } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { formatPhone } from '#domain/phone.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { cancelBookings, selectCancellable } from '../checkout/cancel-booking.ts';
import { lockTime } from '../seats/lock-time.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import { selectRecipient } from '../checkout/store.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { queueMail } from '../mail/outbox.ts';
import { bookingCancelledMail } from '../mail/templates/booking-cancelled.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from './command.ts';
import { invalidDate } from './parse-datetime.ts';
import { markNoShow, selectBegunBooking, selectBookingToMail, selectBookingsBetween } from './store.ts';

export const day: Command = {
  name: 'day',
  usage: '[DATE]',
  summary: 'bookings of a day (default: today), with contact details and booking ids',
  async run({ db, now, zone }, [given]) {
    const date = given ?? localDateOf(now, zone);
    if (!isLocalDate(date)) return usageError(invalidDate(date));
    const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
    const sessions = await selectBookingsBetween(db, from, to);
    if (sessions.length === 0) return done(formatLongDate(date), '  nothing booked');
    const lines = sessions.flatMap((session) => {
      const { id, start_time, end_time, service_name, status, location_type, visit_address } = session;
      const name = `${session.first_name ?? ''} ${session.last_name ?? ''}`.trim() || 'without a name';
      const reach = [session.email ?? '', formatPhone(session.phone)].filter(Boolean);
      const where = location_type === 'HOUSE_CALL' ? addressLines(visit_address as LooseAddress | null) : [];
      return [
        `  ${formatClock(start_time, zone)} - ${formatClock(end_time, zone)}  ${service_name} (${status})`,
        `      ${[name, ...reach, ...where].join(', ')}`,
        `      ${id}`,
      ];
    });
    return done(formatLongDate(date), ...lines);
  },
};

const BY_CLIENT = 'by-client';

export const cancel: Command = {
  name: 'cancel',
  usage: 'BOOKING [by-client]',
  summary:
    'cancel a booking, notify the client by mail and refund it: in full, or with by-client under the terms of the sale',
  async run(deps, [id, who]) {
    if (!id || !isUuid(id)) return usageError('Name the booking by its id. See: day DATE, or bookings EMAIL');
    if (who !== undefined && who !== BY_CLIENT)
      return usageError(`Usage: cancel BOOKING [${BY_CLIENT}]; ${BY_CLIENT} if the client asked for it.`);
    return await inTransaction(deps.db, (trx) => cancelOne(deps, trx, id, who === BY_CLIENT));
  },
};

async function cancelOne(
  { now, zone, site_url }: AdminDeps,
  trx: Db,
  id: string,
  by_client: boolean,
): Promise<Outcome> {
  const booking = await selectCancellable(trx, id);
  const mailed = await selectBookingToMail(trx, id);
  if (!booking || !mailed)
    return usageError(`${id} is not a confirmed booking. See: day DATE, or bookings EMAIL`);
  const about = {
    cause: by_client ? 'client asked' : 'practice',
    refund: by_client ? 'POLICY' : 'FULL',
  } as const;
  const [cancelled] = await cancelBookings(trx, [booking], about, now);
  if (!cancelled) return usageError('Someone else has just changed that booking. Check it and try again.');
  const { refunded_cents } = cancelled;
  const client = await selectRecipient(trx, booking.user_id);
  if (client) {
    const { id: user_id, email: to, first_name } = client;
    const mail = bookingCancelledMail({
      first_name,
      booking: mailed,
      refunded_cents,
      by_client,
      full_refund_hours: booking.refund_policy?.full_refund_hours ?? null,
      message: null,
      site_url,
      now,
    });
    const dedupe_key = `booking-cancelled:${id}`;
    await queueMail(trx, { ...mail, dedupe_key, kind: 'booking-cancelled', user_id, to }, now);
  }
  return done(
    `Cancelled: ${booking.service_name}, ${formatShortDateAtTime(booking.start_time, zone)}. The time is free again.`,
    refunded_cents > 0 ? `${formatCents(refunded_cents)} is refunded to the card.` : 'No refund is due.',
    client ? `${client.email} is notified by mail.` : 'The booking has no client to notify.',
  );
}

export const noShow: Command = {
  name: 'no-show',
  usage: 'BOOKING',
  summary: 'record a no-show for a session that has begun; it leaves the journey and is not refunded',
  async run({ db, now, zone }, [id]) {
    if (!id || !isUuid(id)) return usageError('Name the booking by its id. See: day DATE, or bookings EMAIL');
    return await inTransaction(db, async (trx) => {
      const booking = await selectBegunBooking(trx, id, now);
      if (!booking) return usageError(`${id} is not a booking that has begun. See: day DATE`);
      await lockTime(trx, [booking]);
      if (!(await markNoShow(trx, booking, now)))
        return usageError('Someone else has just changed that booking. Check it and try again.');
      await releaseSeats(trx, [booking]);
      const when = formatShortDateAtTime(booking.start_time, zone);
      return done(`No-show recorded: ${booking.service_name}, ${when}.`);
    });
  },
};
