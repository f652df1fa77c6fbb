import { practice } from '#content/public/practice.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** `client`: first name and last initial; '' if the client is gone. */
type NewBooking = { service_name: string; start_time: Date; client: string };

const { zone } = practice;

/** Notifies the practice of sessions that clients have booked: at once, or each morning. */
export function newBookingsMail({
  bookings,
  site_url,
}: {
  /** At least one. */
  bookings: readonly NewBooking[];
  site_url: string;
}): MailBody {
  const [first] = bookings;
  const isOne = bookings.length === 1;
  const title = isOne ? `New booking: ${first!.service_name}` : `${bookings.length} new bookings`;
  return mailPage(
    {
      subject: title,
      preview: 'Who, what and when.',
      heading: title,
      blocks: [
        { kind: 'list', items: bookings.map(lineOf) },
        { kind: 'button', label: 'Open the calendar', url: `${site_url}/staff/calendar` },
      ],
      reason: 'You receive this because notices of bookings are on, under Settings in the staff area.',
    },
    site_url,
  );
}

const lineOf = ({ service_name, start_time, client }: NewBooking): string =>
  `${formatDayTime(start_time, zone)}: ${service_name}${client === '' ? '' : `, ${client}`}`;
