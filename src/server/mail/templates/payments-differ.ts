import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** To the practice: provider and database disagree about money, and a person has to decide. */
export function paymentsDifferMail({
  lines,
  site_url,
}: {
  lines: readonly string[];
  site_url: string;
}): MailBody {
  const count =
    lines.length === 1 ? 'One payment or refund differs' : `${lines.length} payments or refunds differ`;
  const happened = `${count} between the payment provider and the site. The site cannot settle this by itself.`;
  return mailPage(
    {
      subject: count,
      preview: happened,
      heading: 'Payments differ',
      blocks: [
        { kind: 'text', text: happened },
        ...lines.map((text) => ({ kind: 'text', text }) as const),
        {
          kind: 'text',
          text: 'Please look at each at the dashboard of the payment provider, and at the bookings in the staff area.',
        },
      ],
      reason: TO_OWNER,
    },
    site_url,
  );
}
