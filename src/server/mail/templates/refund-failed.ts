import { formatCents } from '#domain/money/money.ts';
import type { VisibleCents } from '#domain/money/visible-money.ts';
import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { nameOfClient, type PayingClient, withAmount } from './payment-notices.ts';

type RefundFailedData = {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string | null;
  /** The provider's reason: 'lost_or_stolen_card', … */
  failure_reason: string | null;
  site_url: string;
};

/** To the practice: a refund was returned and has to be paid in another way. */
export function refundFailedMail(data: RefundFailedData): MailBody {
  const { client, failure_reason, payment_intent_id } = data;
  const refund = withAmount('a refund', data.amount_cents);
  const whom = nameOfClient(client);
  return mailPage(
    {
      subject: `A${refund.slice(1)} came back`,
      preview: `It is still owed to ${whom}.`,
      heading: 'A refund came back',
      blocks: [
        {
          kind: 'text',
          text: `The bank of ${whom} did not take ${refund}. The money is in your payment account again and is still owed: please ask how it can be paid. It is not sent again by itself.`,
        },
        {
          kind: 'facts',
          rows: [
            ...(data.amount_cents === null ? [] : [['Amount', formatCents(data.amount_cents)] as const]),
            ...(payment_intent_id === null ? [] : [['Payment', payment_intent_id] as const]),
            ...(failure_reason === null ? [] : [['Reason', failure_reason.replaceAll('_', ' ')] as const]),
          ],
        },
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}
