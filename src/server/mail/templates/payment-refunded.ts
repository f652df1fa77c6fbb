import { formatCents } from '#domain/money/money.ts';
import { mailPage, TO_PAYER } from '../mail-page.ts';
import { type MailedBooking, whenOf } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

type PaymentRefundedData = {
  first_name: string | null;
  refunded_cents: number;
  /** BY_PRACTICE: the practice refunded it by hand before it was booked. NOT_OWED: the sessions were paid already. */
  why: 'TIME_GONE' | 'BY_PRACTICE' | 'NOT_OWED';
  /** The sessions that it was for. */
  sessions: readonly Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time'>[];
  site_url: string;
};

const TEXTS = {
  TIME_GONE: {
    preview: 'The time was gone before your payment arrived.',
    text: 'Your payment arrived when the time was no longer free, so nothing was booked.',
  },
  BY_PRACTICE: {
    preview: 'Nothing is booked.',
    text: 'Your payment was refunded before your time was booked, so nothing is booked.',
  },
  NOT_OWED: {
    preview: 'This was no longer left to pay.',
    text: 'Your payment arrived, but this was no longer left to pay. Your booking stays as it is.',
  },
} as const;

/** Money that arrived after the time was taken is refunded in full, and nothing is booked for it (rules.md §5). */
export function paymentRefundedMail(data: PaymentRefundedData): MailBody {
  const name = data.first_name?.trim();
  const amount = formatCents(data.refunded_cents);
  return mailPage(
    {
      subject: `Your payment of ${amount} is on its way back`,
      preview: TEXTS[data.why].preview,
      heading: 'Your payment is on its way back',
      blocks: [
        {
          kind: 'text',
          text: `${name ? `We are sorry, ${name}. ` : 'We are sorry. '}${TEXTS[data.why].text}`,
        },
        {
          kind: 'list',
          items: data.sessions.map((session) => `${session.service_name}, ${whenOf(session)}`),
        },
        {
          kind: 'text',
          text: `All of it, ${amount}, goes back to the card it came from. Banks usually show it within five to ten days.`,
        },
        ...(data.why === 'NOT_OWED'
          ? []
          : [
              {
                kind: 'button',
                label: 'Find another time',
                url: `${data.site_url}/wellness-services`,
              } as const,
            ]),
      ],
      reason: TO_PAYER,
    },
    data.site_url,
  );
}
