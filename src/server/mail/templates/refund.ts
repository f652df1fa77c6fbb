import { formatCents } from '#domain/money/money.ts';
import { mailPage, TO_BOOKED } from '../mail-page.ts';
import { type MailedBooking, whenOf } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

type RefundData = {
  first_name: string | null;
  booking: Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time'>;
  refunded_cents: number;
  site_url: string;
};

/** The practice refunds a part or all of a session that stays booked, or took place. */
export function refundMail({ first_name, booking, refunded_cents, site_url }: RefundData): MailBody {
  const name = first_name?.trim();
  const amount = formatCents(refunded_cents);
  return mailPage(
    {
      subject: `${amount} is on its way back to you`,
      preview: booking.service_name,
      heading: 'A refund is on its way',
      blocks: [
        {
          kind: 'text',
          text: `${name ? `${name}, we` : 'We'} are sending you ${amount} back for ${booking.service_name}, ${whenOf(booking)}.`,
        },
        {
          kind: 'text',
          text: 'It goes back to the card it came from. Banks usually show it within five to ten days.',
        },
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
}
