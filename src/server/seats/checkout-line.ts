import { createHash } from 'node:crypto';
import type { Conflict } from '#contract/checkout.schemas.ts';
import type { CheckoutLine } from '#domain/checkout-line.ts';

/** Converts a line to the cart item that an answer to the client names. */
export function conflictOf(
  line: Pick<CheckoutLine, 'service_id' | 'rule_id' | 'date' | 'start' | 'service_name'>,
): Conflict {
  return {
    service_id: line.service_id,
    schedule_id: line.rule_id,
    selectedDate: line.date,
    start_time: line.start,
    service_name: line.service_name,
  };
}

/**
 * Hashes services, times, places and prices of a cart. Equal carts have equal hashes, whatever the order of their
 * items.
 */
export function cartHash(lines: readonly CheckoutLine[]): string {
  const parts = lines.map((line) =>
    JSON.stringify([line.service_id, line.rule_id, line.start_time, line.price_cents, line.visit_address]),
  );
  return createHash('sha256').update(parts.sort().join('\n')).digest('hex');
}
