import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { mailPage, TO_OWNER, TO_PAYER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { nameOfClient, type PayingClient } from './payment-notices.ts';

/**
 * To the practice: money arrived for a checkout that the database does not know, and so whether the client chose a price:
 * the mail names no amount.
 */
export function unmatchedPaymentMail(data: {
  client: PayingClient;
  session_id: string;
  payment_intent_id: string | null;
  refund_at: Date;
  site_url: string;
}): MailBody {
  const happened = `${data.client ? nameOfClient(data.client) : 'A client who is not known here'} has paid, and the site has no checkout for it, so nothing is booked. This happens after a restore or a failover.`;
  const until = formatShortDateAtTime(data.refund_at, practice.zone);
  return mailPage(
    {
      subject: 'A payment has no checkout here',
      preview: happened,
      heading: 'A payment without a booking',
      blocks: [
        happened,
        `If you do nothing, the site refunds it at ${until}. To keep it, for instance because you agree on a time with the client, press Keep it under Needs attention before that. What the client chose is in the payment's description at the payment provider.`,
        { kind: 'button', label: 'Open the staff area', url: `${data.site_url}/staff` },
        {
          kind: 'facts',
          rows: [
            ['Session', data.session_id],
            ...(data.payment_intent_id === null ? [] : [['Payment', data.payment_intent_id] as const]),
          ],
        },
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}

/** To the practice and the client: it was refunded. */
export function unmatchedRefundedMail(data: {
  client: PayingClient;
  amount_cents: number;
  session_id: string;
  site_url: string;
}): { practice: MailBody; client: MailBody } {
  const { site_url } = data;
  const amount = formatCents(data.amount_cents);
  const whom = data.client ? nameOfClient(data.client) : 'a client who is not known here';
  const back = `The payment without a checkout was refunded to ${whom}. Nothing is booked for it.`;
  const name = data.client?.first_name?.trim();
  const sorry = `${name ? `We are sorry, ${name}. ` : 'We are sorry. '}We have lost the booking that your payment belongs to, so nothing is booked for it, even if we confirmed it before.`;
  return {
    practice: mailPage(
      {
        subject: 'A payment without a booking was refunded',
        preview: back,
        heading: 'A payment without a booking was refunded',
        blocks: [back, { kind: 'facts', rows: [['Session', data.session_id]] }],
        reason: TO_OWNER,
      },
      site_url,
    ),
    client: mailPage(
      {
        subject: `Your payment of ${amount} is on its way back`,
        preview: 'Nothing is booked.',
        heading: 'Your payment is on its way back',
        blocks: [
          sorry,
          `All of it, ${amount}, goes back to the card it came from. Banks usually show it within five to ten days.`,
          { kind: 'button', label: 'Find another time', url: `${site_url}/wellness-services` },
        ],
        reason: TO_PAYER,
      },
      site_url,
    ),
  };
}

/** To the practice: the provider refuses to refund a payment without a checkout. */
export function unmatchedRefusedMail(data: { session_id: string; code: string; site_url: string }): MailBody {
  const refused = `The payment provider refuses to refund a payment that has no checkout here (${data.code.replaceAll('_', ' ')}).`;
  return mailPage(
    {
      subject: 'The refund of a payment without a booking was refused',
      preview: refused,
      heading: 'A refund was refused',
      blocks: [
        refused,
        'Please look at the payment there. The site asks again every hour; a refund that you make at the dashboard is found and not made twice.',
        { kind: 'facts', rows: [['Session', data.session_id]] },
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}
