import { randomUUID } from 'node:crypto';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { HOLD_MINUTES, SESSION_MINUTES } from '#domain/checkout-states.ts';
import { subtotalOf } from '#domain/checkout-line.ts';
import type { NewCheckout } from '../seats/hold-seats.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { PAGE_GRACE_MS } from './open-payment-page.ts';
import type { CheckoutRow } from './store.ts';

/** Makes a checkout by the present policy, whose payment page can be paid for 35 minutes. */
export function newCheckout(
  user: Pick<UserRow, 'id' | 'email'>,
  { customer_id, lines, cart_hash }: Pick<NewCheckout, 'customer_id' | 'lines' | 'cart_hash'>,
  now: Date,
): NewCheckout {
  const later = (ms: number) => new Date(now.getTime() + ms);
  return {
    id: randomUUID(),
    user_id: user.id,
    cart_hash,
    lines,
    subtotal_cents: subtotalOf(lines),
    currency: practice.currency,
    // The row gets a copy, so that a later change of the policy does not affect this sale.
    refund_policy: { ...privatePractice.refund_policy },
    customer_id,
    customer_email: user.email,
    session_expires_at: later(SESSION_MINUTES * 60_000),
    hold_expires_at: later(HOLD_MINUTES * 60_000),
    next_check_at: later(PAGE_GRACE_MS),
  };
}

/** Returns the row as it was just inserted, without the columns that only the limits on holds read. */
export function createdRow(
  { lines, ...checkout }: NewCheckout,
  { kind, holds }: { kind: 'CART' | 'BALANCE'; holds: boolean },
  now: Date,
): CheckoutRow {
  return {
    ...checkout,
    items: [...lines],
    holds,
    kind,
    state: 'CREATED',
    attempts: 0,
    cancel_requested: false,
    last_error: null,
    payment_intent_id: null,
    provider_session_id: null,
    receipt_url: null,
    refunded_cents: 0,
    tax_cents: null,
    total_cents: null,
    url: null,
    created_at: now,
    updated_at: now,
  };
}
