import { calendarFileOf } from '../feeds/calendar-file.ts';
import type { MailAttachment } from '../ports/mailer.ts';
import type { MailedBooking } from './mailed-booking.ts';

/**
 * Appointments as a calendar file attached to a mail. A booking has the same UID as in the feed and in earlier mails,
 * so that a later file updates or cancels the entry instead of adding another.
 */
export function calendarAttachment(
  bookings: readonly MailedBooking[],
  { site_url, now, cancelled = false }: { site_url: string; now: Date; cancelled?: boolean },
): MailAttachment {
  const status = cancelled ? 'CANCELLED' : 'CONFIRMED';
  return {
    filename: 'appointments.ics',
    content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFileOf(
      bookings.map((booking) => ({ ...booking, status, updated_at: now })),
      { site_url },
    ),
  };
}
