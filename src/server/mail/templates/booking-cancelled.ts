import { formatCents } from '#domain/money/money.ts';
import { type BookingPolicy, lastRefundHours } from '#domain/money/refunds.ts';
import { calendarAttachment, ownLine } from '../visit-mail.ts';
import { type MailBlock, mailPage, TO_BOOKED } from '../mail-page.ts';
import { bookingBlocks, type MailedBooking } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

type BookingCancelledData = {
  first_name: string | null;
  booking: MailedBooking;
  refunded_cents: number;
  /** True if the client cancelled, so that the terms of the sale apply; false if the practice did. */
  by_client: boolean;
  /** The policy of the sale; null without a checkout. */
  policy: BookingPolicy | null;
  /** What the practice writes to the client. */
  message: string | null;
  /** The practitioner's own line (mail/visit-mail.ts). */
  own_line?: string | null;
  site_url: string;
  now: Date;
};

/** A cancelled session, with its refund and a file that removes it from the calendar. */
export function bookingCancelledMail(data: BookingCancelledData): MailBody {
  const { booking, site_url, refunded_cents } = data;
  const name = data.first_name?.trim();
  const page = mailPage(
    {
      subject: `Cancelled: ${booking.service_name}`,
      preview:
        refunded_cents > 0
          ? `${formatCents(refunded_cents)} goes back to your card.`
          : 'Your session was cancelled.',
      heading: 'Your session was cancelled',
      blocks: [
        `${name ? `${name}, this` : 'This'} session will not take place:`,
        ...bookingBlocks(booking),
        ...(data.message ? [`“${data.message}”`] : []),
        ...aboutMoney(data),
        ...ownLine(data.own_line),
        { kind: 'button', label: 'Find another time', url: `${site_url}/wellness-services` },
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
  return {
    ...page,
    attachments: [
      calendarAttachment([{ ...booking, sequence: booking.sequence + 1 }], {
        site_url,
        now: data.now,
        cancelled: true,
      }),
    ],
  };
}

const HOUR_MS = 3_600_000;

/** Empty where nothing was paid. */
function aboutMoney(data: BookingCancelledData): MailBlock[] {
  const { booking, refunded_cents, by_client, policy, now } = data;
  const hours = policy && lastRefundHours(policy);
  if (refunded_cents > 0) {
    const sum = formatCents(refunded_cents);
    return [`${sum} goes back to the card it came from, usually within five to ten days.`];
  }
  if (!by_client || booking.price_cents === 0 || hours === null) return [];
  // Cancelled in time but nothing to refund: it was refunded before, at the provider's dashboard.
  if (booking.start_time.getTime() - now.getTime() >= hours * HOUR_MS) return [];
  return [`As it was cancelled less than ${hours} hours before its start, the price is not returned.`];
}
