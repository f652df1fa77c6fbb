/** Which amounts staff see (rules.md §9). A sliding-scale amount stays between the client and the payment page. */

declare const visible: unique symbol;
/** Cents that staff may see; mails and notices to the practice take no others. Only visibleCents makes them. */
export type VisibleCents = number & { readonly [visible]: true };

/**
 * Returns an amount of a payment for staff; null if the client chose any price in it. A total, a refund or a share of the
 * tax would reveal that price together with the known ones.
 */
export const visibleCents = (cents: number, payment: { has_chosen_price: boolean }): VisibleCents | null =>
  payment.has_chosen_price ? null : (cents as VisibleCents);

/** Returns the amounts, each null while they are hidden. */
export function visibleMoney<M extends Record<string, number | null>>(
  money: M,
  is_hidden: boolean,
): { is_hidden: boolean } & { [K in keyof M]: M[K] | null } {
  if (!is_hidden) return { is_hidden, ...money };
  const hidden = Object.fromEntries(Object.keys(money).map((key) => [key, null]));
  return { is_hidden, ...(hidden as { [K in keyof M]: null }) };
}

/** A sum over the hidden amounts of fewer clients would say too much about each. */
export const CLIENTS_IN_A_SUM = 5;

/**
 * Returns whether a sum over these hidden payments, or a count by what was chosen, may be shown. `is_closed`: no payment can
 * come into the period any more. Else the difference between two days would be one client's amount.
 */
export const isSumVisible = (hidden: readonly { client: string }[], is_closed: boolean): boolean =>
  is_closed && new Set(hidden.map(({ client }) => client)).size >= CLIENTS_IN_A_SUM;
