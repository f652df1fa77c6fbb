import type { OfflineMethod } from '#domain/visits/balance.ts';
import { formatCents } from '#domain/money/money.ts';
import { METHOD_NAMES } from '#domain/visits/statement.ts';

/** The methods with their label, and how a payment by them reads: 'Paid in cash'. */
export const METHODS: readonly { value: OfflineMethod; label: string; paid: string }[] = [
  { value: 'CASH', label: METHOD_NAMES.CASH, paid: 'in cash' },
  { value: 'CARD_READER', label: METHOD_NAMES.CARD_READER, paid: 'by card reader' },
  { value: 'TRANSFER', label: METHOD_NAMES.TRANSFER, paid: 'by transfer' },
  { value: 'OTHER', label: METHOD_NAMES.OTHER, paid: 'another way' },
];

/** Why nothing has to be paid. */
export const FREE_TEXTS = {
  SUPPORTED: 'Free: supported visit',
  GIFT: 'Free: gift',
  CORRECTION: 'Waived',
} as const;

/** 'in cash', 'by card reader' */
export const methodText = (method: OfflineMethod): string =>
  METHODS.find(({ value }) => value === method)!.paid;

/** Reads a typed amount ('20', '$42.50', '1,200') as cents; null for anything else. */
export function parseAmount(text: string): number | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  const [, whole = '', rest = ''] = match;
  return Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'));
}

/** An amount as it stands in a field: '85', '42.50'. */
export const amountText = (cents: number): string => formatCents(cents).replace(/[$,]/g, '');

/** 'Send payment link for $125': what is left of all its visits. No sum while the client still chooses a price. */
export function paymentLinkLabel(visits: readonly { balance_cents: number | null }[]): string {
  return visits.some(({ balance_cents }) => balance_cents === null)
    ? 'Send payment link'
    : `Send payment link for ${formatCents(sumOf(visits))}`;
}

/** What is left of all these visits; a price that the client still chooses is large enough for any payment. */
export const sumOf = (visits: readonly { balance_cents: number | null }[]): number =>
  visits.reduce((sum, { balance_cents }) => sum + (balance_cents ?? 10_000), 0);

export const NOT_MONEY = 'Please enter an amount, such as 85 or 42.50.';

/** What is wrong with an amount, which is at most `most_cents` (null: any amount); null if it is good. */
export function amountError(cents: number | null, most_cents: number | null): string | null {
  if (cents === null || cents === 0) return NOT_MONEY;
  if (most_cents !== null && cents > most_cents) return `At most ${formatCents(most_cents)}.`;
  return null;
}
