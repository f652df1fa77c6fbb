import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** To the practice: a client repeatedly books, deletes the account for a refund and returns. */
export function repeatedRefundsMail(data: { days: number; site_url: string }): MailBody {
  const happened = `An account was deleted with a refund for the third time in ${data.days} days, by the same address or card.`;
  return mailPage(
    {
      subject: 'Repeated refunds by deleted accounts',
      preview: happened,
      heading: 'Repeated refunds',
      blocks: [
        { kind: 'text', text: happened },
        {
          kind: 'text',
          text: 'Each refund followed your policy, and the payment provider keeps its fee for each. The latest refunds at its dashboard show whose they were. You can block a card there, and set a stricter policy under Settings in the staff area.',
        },
      ],
      reason: TO_OWNER,
    },
    data.site_url,
  );
}
