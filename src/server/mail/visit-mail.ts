import type { Db } from '../db/pool.ts';
import type { MailBlock } from './mail-page.ts';
import { selectMailLines } from './store.ts';
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

/** The mails to clients that can have a line of the practitioner's own. */
export const MAIL_KINDS = [
  'booking-confirmed',
  'booked-for-you',
  'reminder',
  'rescheduled',
  'booking-cancelled',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The practitioner's own line in mails of a kind; null if there is none. */
export async function readOwnLine(db: Db, kind: MailKind): Promise<string | null> {
  return (await selectMailLines(db)).find((each) => each.kind === kind)?.text ?? null;
}

/** The block of the practitioner's own line; empty without one. */
export const ownLine = (text: string | null | undefined): MailBlock[] => (text ? [text] : []);
