import { randomUUID } from 'node:crypto';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { HOLD_MINUTES, SESSION_MINUTES } from '#domain/checkout/checkout-states.ts';
import { subtotalOf } from '#domain/checkout/checkout-line.ts';
import { isPayable } from '#domain/money/payable.ts';
import type { NewCheckout } from '../seats/hold-seats.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { PAGE_GRACE_MS, openPaymentPage, type Page, refusalOf, successUrl } from './open-payment-page.ts';
import { type CheckoutRow, recordCustomer } from './store.ts';
import type { Deps, PaymentDeps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { endCheckout } from './end-checkout.ts';
import { fulfil } from './fulfil.ts';

/** Makes a checkout by the present policy, whose payment page can be paid for 35 minutes. Too small an amount has none. */
export function newCheckout(
  user: Pick<UserRow, 'id' | 'email'>,
  { customer_id, lines, cart_hash }: Pick<NewCheckout, 'customer_id' | 'lines' | 'cart_hash'>,
  now: Date,
): NewCheckout | Refusal {
  const subtotal_cents = subtotalOf(lines);
  if (!isPayable(subtotal_cents, practice.currency)) return refuse('AMOUNT_TOO_SMALL');
  const later = (ms: number) => new Date(now.getTime() + ms);
  return {
    id: randomUUID(),
    user_id: user.id,
    cart_hash,
    lines,
    subtotal_cents,
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
    has_chosen_price: lines.some((line) => line.price_chosen_by_client),
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

/**
 * Returns the client's payment customer and creates it if there is none, because the provider may have been down when
 * the record was created. The user's id is the idempotency key, so that two requests create one customer.
 */
export async function ensureCustomer(
  { db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>,
  user: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'stripe_id'>,
): Promise<string | Refusal> {
  if (user.stripe_id !== null) return user.stripe_id;
  const made = await payments.createCustomer({
    user_id: user.id,
    email: user.email,
    name: `${user.first_name} ${user.last_name}`.trim(),
  });
  if (!made.ok) {
    log.warn(
      { user_id: user.id, outcome: made.outcome, code: made.code },
      'The payment customer was not created; the next checkout tries again',
    );
    return refusalOf(made);
  }
  return await recordCustomer(db, user.id, made.value.customer_id);
}

/** What a client with an open checkout gets. AGAIN: that checkout is over, so that another one can be made. */
type Resumed = { url: string } | Refusal | 'AGAIN';

/** Two tabs of one client may end each other's checkout this often before the client is asked to try again. */
export const MAX_ROUNDS = 4;

/** Returns the existing page for the same content, if it can still be paid. */
export async function resumeCheckout(deps: PaymentDeps, open: CheckoutRow, now: Date): Promise<Resumed> {
  if (open.provider_session_id === null || open.url === null) {
    const page = await openPaymentPage(deps, open, false, now);
    return page === 'AGAIN' ? page : pageOrRefusal(page);
  }
  const answer = await deps.payments.retrieveSession(open.provider_session_id, 'PERSON');
  // The provider does not answer, but its page may work, and it is the only one.
  if (!answer.ok) return { url: open.url };
  const current = await fulfil(deps, open, answer.value, now);
  // The cancel page that the client has just left is ending this checkout.
  if (current.state === 'OPEN' && current.cancel_requested) return 'AGAIN';
  if (current.state === 'OPEN' && current.url !== null) return { url: current.url };
  if (current.state === 'EXPIRED' || current.state === 'CANCELLED') return 'AGAIN';
  // The checkout is already paid. A balance that is paid has nothing left to show.
  return open.kind === 'BALANCE' ? 'AGAIN' : { url: successUrl(deps, answer.value.id) };
}

/** Ends a checkout with other content, so that the client can have another one. */
export async function replaceCheckout(
  deps: PaymentDeps,
  open: CheckoutRow,
  now: Date,
): Promise<Refusal | 'AGAIN'> {
  return (await endCheckout(deps, open, now)) === 'UNREACHABLE' ? refuse('PAYMENT_PROVIDER') : 'AGAIN';
}

export function pageOrRefusal(page: Exclude<Page, 'AGAIN'>): { url: string } | Refusal {
  if (page === 'BUSY') return refuse('PAYMENT_BUSY');
  if (page === 'REFUSED') return refuse('PAYMENT_REFUSED');
  return page === 'NONE' ? refuse('PAYMENT_PROVIDER') : page;
}
