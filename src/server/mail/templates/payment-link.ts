import { formatCents } from '#domain/money/money.ts';
import { mailPage, TO_BOOKED } from '../mail-page.ts';
import { momentOf, whenOf } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

type PaymentLinkData = {
  first_name: string | null;
  lines: readonly {
    service_name: string;
    start_time: string;
    end_time: string;
    balance_cents: number;
    /** The client chooses the price. */
    price_range: { min_cents: number; max_cents: number } | null;
  }[];
  expires_at: Date;
  url: string;
  site_url: string;
};

/** A link by which the client pays what is left. The link alone is enough to pay, so the only name is in the greeting. */
export function paymentLinkMail({ first_name, lines, expires_at, url, site_url }: PaymentLinkData): MailBody {
  const name = first_name?.trim();
  const isOpen = lines.some(({ price_range }) => price_range !== null);
  const total = formatCents(lines.reduce((sum, { balance_cents }) => sum + balance_cents, 0));
  return mailPage(
    {
      subject: isOpen ? 'Your payment link' : `Your payment link: ${total}`,
      preview: isOpen ? 'You choose the price.' : `${total} is left to pay.`,
      heading: 'Pay for your session',
      blocks: [
        { kind: 'text', text: `${name ? `${name}, this` : 'This'} is left to pay:` },
        { kind: 'list', items: lines.map(lineText) },
        { kind: 'button', label: isOpen ? 'Choose a price and pay' : `Pay ${total}`, url },
        { kind: 'note', text: `The link works until ${momentOf(expires_at)}. Tax may be added.` },
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
}

function lineText({
  service_name,
  start_time,
  end_time,
  balance_cents,
  price_range,
}: PaymentLinkData['lines'][number]) {
  const when = whenOf({ start_time: new Date(start_time), end_time: new Date(end_time) });
  const price =
    price_range === null
      ? formatCents(balance_cents)
      : `you choose, ${formatCents(price_range.min_cents)} to ${formatCents(price_range.max_cents)}`;
  return `${service_name}, ${when}: ${price}`;
}
