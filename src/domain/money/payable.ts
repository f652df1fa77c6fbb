import { formatCents } from '#domain/money/money.ts';

/** The smallest payment that the provider takes by currency, in its smallest unit (docs.stripe.com/currencies). */
const LEAST: Readonly<Record<string, number>> = {
  usd: 50,
  aud: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  gbp: 30,
  nzd: 50,
};

const leastPayment = (currency: string): number => LEAST[currency] ?? 50;

/** Says what is wrong with a price; null if it is good. A smaller one could not be paid by card. */
export const priceError = (cents: number, currency: string): string | null =>
  isPayable(cents, currency) ? null : `A price is $0, or ${formatCents(leastPayment(currency))} or more.`;

/** Says why there is no payment link for an amount that is not payable. */
export const tooSmallText = (currency: string): string =>
  `A card payment is ${formatCents(leastPayment(currency))} or more. Take this at the visit, or waive it.`;

/** True for an amount that the payment page takes. Nothing needs no payment, so it is one too. */
export const isPayable = (cents: number, currency: string): boolean =>
  cents === 0 || cents >= leastPayment(currency);
