/** Which amounts staff see (rules.md §9). A sliding-scale amount stays between the client and the payment page. */

/** Prices in cents, as the service has them now. */
type Scale = { min_price_cents: number | null; max_price_cents: number | null };

/**
 * True if the client chose the price. A booking from before that was recorded (null) follows its service as it is now: a
 * sliding scale means yes.
 */
export function isPriceChosen(price_chosen_by_client: boolean | null, scale: Scale): boolean {
  const { min_price_cents: min, max_price_cents: max } = scale;
  return price_chosen_by_client ?? (min !== null && max !== null && max > min);
}

/** Returns the amounts, each null while they are hidden: the client chose the price and nobody has revealed it. */
export function visibleMoney<M extends Record<string, number | null>>(
  money: M,
  chosen_by_client: boolean,
  revealed: boolean,
): { is_hidden: boolean } & { [K in keyof M]: M[K] | null } {
  if (!chosen_by_client || revealed) return { is_hidden: false, ...money };
  const hidden = Object.fromEntries(Object.keys(money).map((key) => [key, null]));
  return { is_hidden: true, ...(hidden as { [K in keyof M]: null }) };
}
