import { sql } from 'kysely';

/**
 * Whether the amounts of a booking `b` with its checkout `c` are hidden from staff (rules.md §9): the client chose its price,
 * or another one of the same payment, whose total, receipt and refunds would reveal it.
 */
export const IS_HIDDEN = sql<boolean>`(b.price_chosen_by_client or coalesce(c.has_chosen_price, false))`;
