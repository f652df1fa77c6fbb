import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { formatCents } from '#domain/money/money.ts';
import { nameOr } from '#domain/people/personal.ts';
import type { AttentionData } from './attention-store.ts';

type Notice = AttentionData['notices'][number];

/** A refund that failed has a kind of its own. */
export const noticeKind = ({ kind }: Notice): AttentionItem['kind'] =>
  kind === 'refund-failed' || kind === 'refund-refused' ? 'REFUND_FAILED' : 'PAYMENT_NOTICE';

/** What happened to a payment, in a sentence. A hidden amount is not named. */
export function noticeText(notice: Notice): string {
  const { kind, cause, amount_cents, first_name, service_name } = notice;
  const who = nameOr(first_name, first_name === null ? 'a former client' : 'a client');
  const amount = amount_cents === null ? '' : ` of ${formatCents(amount_cents)}`;
  switch (kind) {
    case 'refund-failed':
      return `A refund${amount} to ${who} was returned by the bank.`;
    case 'refund-refused':
      return `A refund${amount} to ${who} was refused.`;
    case 'refund-elsewhere':
      return `A payment${amount} by ${who} was refunded at the payment provider. The booking stays.`;
    case 'payment-disputed': {
      const outcome = cause.slice(cause.lastIndexOf(':') + 1);
      if (outcome === 'opened') return `A payment${amount} by ${who} is disputed.`;
      return `The dispute about a payment${amount} by ${who} was ${outcome}.`;
    }
    case 'payment-misfit':
      return `A payment${amount} by ${who} doesn’t match its checkout.`;
    case 'balance-returned':
      return `An online payment${amount} by ${who} goes back: it was no longer due.`;
    case 'product-gone':
      return `${service_name ?? 'A service'} has lost its product at the payment provider.`;
    case 'unmatched-refunded':
      return `A payment${amount} without a booking was refunded.`;
    case 'unmatched-refused':
      return 'A payment without a booking couldn’t be refunded.';
    default:
      return 'Payments differ between this site and the payment provider.';
  }
}

/** What to do about a notice that has neither a booking nor a client to open. */
export function noticeAdvice({ kind, cause }: Notice): string {
  switch (kind) {
    case 'product-gone':
      return 'The service can still be booked and paid. To have its product again, run on the server: npm run stripe:sync -- --apply';
    case 'unmatched-refunded':
      return `Nothing is left to do here. At the payment provider you find the client under ${cause}, if you want to offer another time.`;
    case 'unmatched-refused':
      return `Look at the payment ${cause} at the payment provider. The site asks again every hour; a refund that you make there is found and not made twice.`;
    case 'payments-differ':
      return 'The e-mail about it lists each payment. Look at them at the payment provider, and at the bookings in the calendar.';
    default:
      return 'The account was deleted. Look at the payment at the payment provider: the e-mail about it has its number.';
  }
}
