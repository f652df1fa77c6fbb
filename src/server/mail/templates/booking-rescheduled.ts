import type { RescheduledBy } from '#domain/visits/rescheduling.ts';
import { calendarAttachment, ownLine } from '../visit-mail.ts';
import { mailPage, TO_BOOKED, TO_OWNER } from '../mail-page.ts';
import { bookingBlocks, type MailedBooking, momentOf, whenOf } from '../mailed-booking.ts';
import { seeSchedule } from '../plans-change.ts';
import type { MailBody } from '../outbox.ts';

type Times = { start_time: Date; end_time: Date };
type BookingRescheduledData = {
  first_name: string | null;
  /** As it is now, with its new sequence. */
  booking: MailedBooking;
  /** The time that the client knew. */
  before: Times;
  by: RescheduledBy;
  /** Until when a cancellation refunds everything; null: nothing was paid by card. Only for a move by staff. */
  full_refund_until: Date | null;
  /** What the practice writes to the client. */
  message: string | null;
  /** The practitioner's own line (mail/visit-mail.ts). */
  own_line?: string | null;
  site_url: string;
  now: Date;
};

/** A session has another time: what it was, what it is, and a file that moves it in the calendar. */
export function bookingRescheduledMail(data: BookingRescheduledData): MailBody {
  const { booking, before, message, site_url } = data;
  const name = data.first_name?.trim();
  const who = data.by === 'CLIENT' ? 'you moved your session' : 'we moved your session';
  const page = mailPage(
    {
      subject: `New time: ${booking.service_name}`,
      preview: whenOf(booking),
      heading: 'Your session has a new time',
      blocks: [
        `${name ? `${name}, ${who}` : capitalized(who)}. This is the new time:`,
        ...bookingBlocks(booking, [['Before', whenOf(before)]]),
        ...(message ? [`“${message}”`] : []),
        ...ownLine(data.own_line),
        ...(booking.price_cents > 0 ? ['Price and payment stay as they were.'] : []),
        ...(data.by === 'STAFF' ? [otherwiseText(data)] : []),
        ...(booking.visit_url ? [] : [seeSchedule(site_url)]),
        { kind: 'note', text: 'The attached file moves the appointment in your calendar.' },
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
  return { ...page, attachments: [calendarAttachment([booking], { site_url, now: data.now })] };
}

/** What to do if the time that staff chose does not suit the client. */
function otherwiseText({ full_refund_until: until, booking }: BookingRescheduledData): string {
  const where = booking.visit_url ? 'by the link to your visit' : 'on your schedule';
  return until === null
    ? `If the new time doesn’t suit you, choose another one or cancel ${where}.`
    : `If the new time doesn’t suit you, you can cancel ${where} and get everything back until ${momentOf(until)}.`;
}

type ClientChangeData = {
  /** 'Maren K.' */
  client: string;
  booking: Pick<MailedBooking, 'id' | 'service_name' | 'start_time' | 'end_time'>;
  /** The time before; null: the client has cancelled. */
  before: Times | null;
  site_url: string;
};

/** To the practice: a client has moved or cancelled a session. It has no amounts, because some are the client's alone. */
export function clientChangeMail({ client, booking, before, site_url }: ClientChangeData): MailBody {
  const { service_name } = booking;
  const done = before === null ? 'cancelled' : 'rescheduled';
  const rows =
    before === null
      ? [['When', whenOf(booking)] as const]
      : [['New time', whenOf(booking)] as const, ['Before', whenOf(before)] as const];
  return mailPage(
    {
      subject: `${client} ${done} ${service_name}`,
      preview: whenOf(booking),
      heading: before === null ? 'A client cancelled' : 'A client moved a session',
      blocks: [
        `${client} ${done} ${service_name} online.`,
        { kind: 'facts', rows },
        { kind: 'button', label: 'Open the booking', url: `${site_url}/staff/bookings/${booking.id}` },
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}

const capitalized = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;
