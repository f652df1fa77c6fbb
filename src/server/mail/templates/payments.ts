import { formatCents } from '#domain/money/money.ts';
import { mailPage, TO_BOOKED, TO_PAYER } from '../mail-page.ts';
import { type MailedBooking, momentOf, visitLink, whenOf } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

type RefundData = {
  first_name: string | null;
  booking: Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time' | 'visit_url'>;
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
        `${name ? `${name}, we` : 'We'} are sending you ${amount} back for ${booking.service_name}, ${whenOf(booking)}.`,
        'It goes back to the card it came from. Banks usually show it within five to ten days.',
        ...visitLink(booking),
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
}

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
        `${name ? `We are sorry, ${name}. ` : 'We are sorry. '}${TEXTS[data.why].text}`,
        {
          kind: 'list',
          items: data.sessions.map((session) => `${session.service_name}, ${whenOf(session)}`),
        },
        `All of it, ${amount}, goes back to the card it came from. Banks usually show it within five to ten days.`,
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

type BalancePaidData = {
  first_name: string | null;
  total_cents: number;
  tax_cents: number | null;
  receipt_url: string | null;
  sessions: readonly Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time' | 'visit_url'>[];
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
        `${name ? `Thank you, ${name}. ` : 'Thank you. '}Nothing is left to pay for:`,
        {
          kind: 'list',
          items: data.sessions.map((session) => `${session.service_name}, ${whenOf(session)}`),
        },
        { kind: 'facts', rows: [['Paid', amount], ...tax] },
        ...(data.receipt_url
          ? [{ kind: 'link', label: 'Your receipt', url: data.receipt_url } as const]
          : []),
        ...data.sessions.flatMap(visitLink),
      ],
      reason: TO_PAYER,
    },
    data.site_url,
  );
}

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
        `${name ? `${name}, this` : 'This'} is left to pay:`,
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
