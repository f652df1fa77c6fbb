import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import { formatCents } from '#domain/money/money.ts';
import { calendarAttachment, ownLine } from '../visit-mail.ts';
import { mailPage } from '../mail-page.ts';
import { bookingBlocks, type MailedBooking, preparationsOf } from '../mailed-booking.ts';
import { plansChange } from '../plans-change.ts';
import type { MailBody } from '../outbox.ts';
import { formsDue } from './booking-confirmed.ts';

type BookedForYouData = {
  first_name: string;
  /** Ordered by start time, of one service; at least one. */
  bookings: readonly MailedBooking[];
  payment: 'ONLINE' | 'LATER' | 'FREE';
  /** The client still chooses the price, on a sliding scale. */
  is_price_open: boolean;
  /** Names of the forms that these bookings still need. */
  forms_due: readonly string[];
  /** Of a sale that is made now. */
  policy: RefundPolicy;
  /** The practitioner's own line (mail/visit-mail.ts). */
  own_line?: string | null;
  site_url: string;
  now: Date;
};

/** Sessions that the practice booked for a client: service, times, place, payment, forms still due, and a calendar file. */
export function bookedForYouMail(data: BookedForYouData): MailBody {
  const { bookings, site_url } = data;
  const first = bookings[0]!;
  const { visit_url } = first;
  const isSeries = bookings.length > 1;
  const name = data.first_name.trim();
  const page = mailPage(
    {
      subject: isSeries
        ? `Booked for you: ${bookings.length} × ${first.service_name}`
        : `Booked for you: ${first.service_name}`,
      preview: 'When, where, and what to bring.',
      heading: isSeries ? 'Your sessions are booked' : 'Your session is booked',
      blocks: [
        `${name ? `${name}, we` : 'We'} have booked this for you:`,
        ...bookings.flatMap((booking) => bookingBlocks(booking)),
        ...ownLine(data.own_line),
        paymentText(data),
        { kind: 'heading', text: visits.before_you_come.heading },
        { kind: 'list', items: preparationsOf(bookings) },
        ...formsDue({ ...data, visit_url }),
        ...plansChange({ policy: data.payment === 'ONLINE' ? data.policy : null, visit_url, site_url }),
        {
          kind: 'note',
          text: `The attached file adds the ${isSeries ? 'appointments' : 'appointment'} to your calendar.`,
        },
      ],
      reason: `You receive this because ${practice.name} booked a session for you.`,
    },
    site_url,
  );
  return { ...page, attachments: [calendarAttachment(bookings, { site_url, now: data.now })] };
}

function paymentText({ bookings, payment, is_price_open }: BookedForYouData): string {
  if (payment === 'FREE') return 'There is nothing to pay.';
  const each = bookings.length > 1 ? ' each' : '';
  const price = is_price_open
    ? 'You choose the price'
    : `The price is ${formatCents(bookings[0]!.price_cents)}${each}`;
  return payment === 'LATER'
    ? `${price}, paid at the visit.`
    : `${price}. A link to pay comes in a mail of its own.`;
}
