import { formatCents } from '#domain/money/money.ts';
import { mailPage, TO_PAYER } from '../mail-page.ts';
import { type MailedBooking, whenOf } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

type BalancePaidData = {
  first_name: string | null;
  total_cents: number;
  tax_cents: number | null;
  receipt_url: string | null;
  sessions: readonly Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time'>[];
  site_url: string;
};

/** The client has paid what was left of sessions that are booked already (rules.md §5). */
export function balancePaidMail(data: BalancePaidData): MailBody {
  const name = data.first_name?.trim();
  const amount = formatCents(data.total_cents);
  const tax = data.tax_cents ? [['Tax included', formatCents(data.tax_cents)] as const] : [];
  return mailPage(
    {
      subject: `Thank you: ${amount} arrived`,
      preview: 'Your session is paid.',
      heading: 'Your payment has arrived',
      blocks: [
        { kind: 'text', text: `${name ? `Thank you, ${name}. ` : 'Thank you. '}Nothing is left to pay for:` },
        {
          kind: 'list',
          items: data.sessions.map((session) => `${session.service_name}, ${whenOf(session)}`),
        },
        { kind: 'facts', rows: [['Paid', amount], ...tax] },
        ...(data.receipt_url
          ? [{ kind: 'link', label: 'Your receipt', url: data.receipt_url } as const]
          : []),
      ],
      reason: TO_PAYER,
    },
    data.site_url,
  );
}
