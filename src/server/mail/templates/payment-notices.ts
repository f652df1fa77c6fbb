import { formatCents } from '#domain/money/money.ts';
import { fullName } from '#domain/people/names.ts';
import { formatPhone } from '#domain/people/phone.ts';
import type { VisibleCents } from '#domain/money/visible-money.ts';
import { mailPage, TO_OWNER } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The paying client; undefined once the account is deleted. */
export type PayingClient =
  | {
      first_name: string | null;
      last_name?: string;
      /** Empty: the client has none. */
      email: string;
      phone?: string | null;
    }
  | undefined;

type Notice = {
  subject: string;
  heading: string;
  /** What happened, then what to do. */
  texts: readonly [string, string];
  facts: readonly (readonly [label: string, value: string | null])[];
  site_url: string;
};

/** 'Maren (maren@example.com)', without an address 'Petra Novak, (503) 555-0133'. */
export function nameOfClient(client: PayingClient): string {
  if (!client) return 'a client whose account is gone';
  const name = client.first_name?.trim();
  if (client.email === '')
    return (
      [fullName(client), formatPhone(client.phone)].filter(Boolean).join(', ') || 'a client without an e-mail'
    );
  return name ? `${name} (${client.email})` : client.email;
}

/** 'a payment of $85'; without an amount that staff may see 'a payment'. */
export const withAmount = (what: string, cents: VisibleCents | null): string =>
  cents === null ? what : `${what} of ${formatCents(cents)}`;

/** The row of facts for an amount, which is left out where staff may not see it. */
const amountRow = (cents: VisibleCents | null): readonly [string, string | null] => [
  'Amount',
  cents === null ? null : formatCents(cents),
];

/** A mail to the practice about something at the payment provider that only a person can settle. */
function notice({ subject, heading, texts, facts, site_url }: Notice): MailBody {
  const rows = facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
  return mailPage(
    {
      subject,
      preview: texts[0],
      heading,
      blocks: [...texts, ...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : [])],
      reason: TO_OWNER,
    },
    site_url,
  );
}

/** A product was archived or deleted at the provider's dashboard; its service is sold without it. */
export function productGoneMail(data: {
  service_name: string;
  product_id: string;
  site_url: string;
}): MailBody {
  const { service_name, product_id, site_url } = data;
  return notice({
    subject: `${service_name} is sold without its product`,
    heading: 'A product is gone',
    texts: [
      `The payment provider no longer sells the product of ${service_name}: it was archived or deleted there. The service can still be booked and paid; its payments no longer count for that product in reports.`,
      'To have the product again, run: npm run stripe:sync -- --apply. To stop offering the service, retire it under Services in the staff area.',
    ],
    facts: [['Product', product_id]],
    site_url,
  });
}

/** An external refund: made at the provider's dashboard, not by the site. */
export function externalRefundMail(data: {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string;
  /** The bookings of this payment that are still confirmed, as text. */
  sessions: readonly string[];
  site_url: string;
}): MailBody {
  const amount = data.amount_cents === null ? 'Money' : formatCents(data.amount_cents);
  const whom = nameOfClient(data.client);
  const stand = data.sessions.length > 0;
  return notice({
    subject: `${amount} went back to ${data.client?.first_name?.trim() || 'a client'}`,
    heading: 'A refund was made at the dashboard',
    texts: [
      `${amount} went back to ${whom}, and not by the site. It is recorded with the payment.`,
      stand
        ? `A refund alone cancels nothing: ${data.sessions.join('; ')} is still booked. If it will not take place, cancel it in the staff area. What is left of its price is refunded then, too.`
        : 'No session of this payment is booked any more, so there is nothing to do.',
    ],
    facts: [amountRow(data.amount_cents), ['Payment', data.payment_intent_id]],
    site_url: data.site_url,
  });
}

/** A balance was paid online after it had been settled in another way. */
export function balanceReturnedMail(data: {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string | null;
  /** What the payment was for, as text. */
  sessions: readonly string[];
  site_url: string;
}): MailBody {
  return notice({
    subject: `A payment by ${data.client?.first_name?.trim() || 'a client'} goes back`,
    heading: 'A payment goes back',
    texts: [
      `${withAmount('A payment', data.amount_cents)} by ${nameOfClient(data.client)} arrived for ${data.sessions.join('; ')}, but that was no longer what was left to pay: it was paid in another way, changed or cancelled in the meantime. All of it goes back to the card by itself.`,
      'Look at the booking in the staff area. If something is still left to pay, send another payment link.',
    ],
    facts: [['Payment', data.payment_intent_id]],
    site_url: data.site_url,
  });
}

/** The provider refuses a refund that is due, for example while a payment is disputed. */
export function refundRefusedMail(data: {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string | null;
  /** The provider's own code: 'charge_disputed', … */
  code: string;
  site_url: string;
}): MailBody {
  const refund = withAmount('a refund', data.amount_cents);
  return notice({
    subject: `A${refund.slice(1)} was refused`,
    heading: 'A refund was refused',
    texts: [
      `The payment provider refuses ${refund} to ${nameOfClient(data.client)}, who expects it.`,
      'Please look at the payment there. The site tries again every fifteen minutes. A refund that you make at the dashboard is found and not made twice.',
    ],
    facts: [
      amountRow(data.amount_cents),
      ['Payment', data.payment_intent_id],
      ['Reason', data.code.replaceAll('_', ' ')],
    ],
    site_url: data.site_url,
  });
}

/** A dispute was opened or decided by the client's bank. */
export function disputeMail(data: {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string;
  reason: string;
  /** The provider's status once it is decided: 'won', 'lost', …; null while it can be answered. */
  outcome: string | null;
  /** The deadline for an answer, as text. */
  answer_by: string | null;
  sessions: readonly string[];
  site_url: string;
}): MailBody {
  const payment = withAmount('a payment', data.amount_cents);
  const whom = nameOfClient(data.client);
  const { outcome } = data;
  return notice({
    subject:
      outcome === null
        ? `A${payment.slice(1)} is disputed`
        : `The dispute about ${payment} is over: ${outcome.replaceAll('_', ' ')}`,
    heading: outcome === null ? 'A payment is disputed' : 'A dispute is over',
    texts:
      outcome === null
        ? [
            `The bank of ${whom} disputes ${payment}. The money may be taken from your payment account meanwhile.`,
            'Answer it at the dashboard of the payment provider; without an answer it is lost. Sessions that are booked stay booked until you cancel them.',
          ]
        : [
            `The dispute of ${whom} about ${payment} is over: ${outcome.replaceAll('_', ' ')}.`,
            outcome === 'lost'
              ? 'The money has gone back to the client. Sessions that are booked stay booked until you cancel them; a cancellation refunds nothing twice.'
              : 'There is nothing to do.',
          ],
    facts: [
      amountRow(data.amount_cents),
      ['Payment', data.payment_intent_id],
      ['Reason', data.reason.replaceAll('_', ' ')],
      ['Deadline', data.answer_by],
      ['Sessions', data.sessions.length > 0 ? data.sessions.join('; ') : null],
    ],
    site_url: data.site_url,
  });
}

/**
 * A payment mismatch: money arrived that does not match its checkout, so nothing is booked and nothing is refunded
 * automatically.
 */
export function paymentMismatchMail(data: {
  client: PayingClient;
  amount_cents: VisibleCents | null;
  payment_intent_id: string | null;
  /** The field that does not match: 'amount', 'currency', … */
  wrong: string;
  site_url: string;
}): MailBody {
  return notice({
    subject: `${withAmount('A payment', data.amount_cents)} does not match its booking`,
    heading: 'A payment does not match',
    texts: [
      `${nameOfClient(data.client)} has paid${data.amount_cents === null ? '' : ` ${formatCents(data.amount_cents)}`}, but the payment differs in its ${data.wrong} from what was to be paid. Nothing is booked for it; the time is kept.`,
      'Please look at the payment at the dashboard of the payment provider, and speak with the client: refund it there, or agree on what is right.',
    ],
    facts: [amountRow(data.amount_cents), ['Payment', data.payment_intent_id]],
    site_url: data.site_url,
  });
}
