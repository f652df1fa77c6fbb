import { randomUUID } from 'node:crypto';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import {
  type CheckoutKind,
  HOLD_MINUTES,
  nextCheck,
  SESSION_MINUTES,
} from '#domain/checkout/checkout-states.ts';
import { type CheckoutLine, subtotalOf } from '#domain/checkout/checkout-line.ts';
import { isPayable } from '#domain/money/payable.ts';
import { formatClock, formatLongDate } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import {
  isMissing,
  isTooBusy,
  type PaymentFailure,
  productsGone,
  type ProviderSession,
  type SessionRequest,
} from '../ports/payments.ts';
import type { Deps, PaymentDeps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { unawaited } from '../runtime/unawaited.ts';
import type { NewCheckout } from '../seats/hold-seats.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { unlinkProducts } from './unlink-products.ts';
import {
  type CheckoutRow,
  openCheckout,
  postponeCheckout,
  recordCustomer,
  selectCheckout,
  unlinkCustomer,
} from './store.ts';

/** Milliseconds before the sweeper checks a CREATED checkout: longer than all attempts to open its page take. */
const PAGE_GRACE_MS = 60_000;
const UNKNOWN_PAUSE_MS = 30_000;

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
  { kind, holds }: { kind: CheckoutKind; holds: boolean },
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

/** Returns the address to which the provider sends a client who has paid. */
export const successUrl = (deps: PaymentDeps, session_id: string): string =>
  `${deps.config.site_url}/checkout/success?session_id=${encodeURIComponent(session_id)}`;

/** Returns the request for the page. It is the same each time, because the checkout's id is its idempotency key. */
export function sessionRequest(
  checkout: Pick<
    CheckoutRow,
    'id' | 'customer_id' | 'currency' | 'items' | 'session_expires_at' | 'holds' | 'kind'
  >,
  site_url: string,
): SessionRequest {
  return {
    checkout_id: checkout.id,
    customer_id: checkout.customer_id,
    currency: checkout.currency,
    expires_at: checkout.session_expires_at,
    is_balance: checkout.kind !== 'CART',
    pay_first: checkout.kind === 'CART' && !checkout.holds,
    site_url,
    lines: checkout.items.map((line) => ({
      name: line.service_name,
      description: describe(line),
      amount_cents: line.price_cents,
      product_id: line.product_id,
    })),
  };
}

/** Formats a line as 'Tuesday, March 3, 2026, 9:00 AM - 10:30 AM PST, Secret Studio', without a client's address. */
function describe(line: CheckoutLine): string {
  const { zone } = practice;
  const times = `${formatClock(line.start_time, zone)} - ${formatClock(line.end_time, zone)}`;
  return `${formatLongDate(line.date)}, ${times} ${zoneName(line.start_time, zone)}, ${line.location_name}`;
}

/** AGAIN: a customer or product that was deleted at the provider was unlinked, so that another checkout will succeed. */
type Page = { url: string } | Refusal | 'AGAIN';

/** To try again helps only if the provider has not decided. */
const refusalOf = ({ outcome, conclusive }: PaymentFailure): Refusal =>
  refuse(outcome === 'REFUSED' && conclusive ? 'PAYMENT_REFUSED' : 'PAYMENT_PROVIDER');

/**
 * Asks the provider for the payment page of a CREATED checkout. The client does not wait until the first request's page is
 * recorded: the checkout's id is in the page, so its payment, the client's next visit and the sweeper all find it.
 * `first`: this is the first request, so a refusal means that there is no page, and the seats are released. An unknown
 * outcome keeps the hold until the sweeper has asked the provider (rules.md §5).
 */
export async function openPaymentPage(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  first: boolean,
  now: Date,
): Promise<Page> {
  const request = sessionRequest(checkout, deps.config.site_url);
  const answer = await deps.payments.createCheckoutSession(request);
  if (answer.ok) {
    const recorded = recordPage(deps, checkout, answer.value, now);
    const { status, url } = answer.value;
    if (!first || status !== 'open' || url === null) return await recorded;
    unawaited(recorded, (error) =>
      deps.log.warn({ err: error, checkout_id: checkout.id }, 'A payment page was not recorded'),
    );
    return { url };
  }
  if (!first && answer.outcome === 'UNKNOWN') {
    // An earlier request may have created the page, although its idempotency key repeats the error.
    const found = await deps.payments.findSession(checkout.id, checkout.customer_id);
    if (found.ok && found.value !== null) return await recordPage(deps, checkout, found.value, now);
  }
  await recordFailure(deps, checkout, answer, first, now);
  // Another tab of the same client may have opened the page.
  const current = await selectCheckout(deps.db, checkout.id);
  if (current?.state === 'OPEN' && current.url !== null) return { url: current.url };
  if (await unlinkMissingObjects(deps, checkout, { failure: answer, request }, now)) return 'AGAIN';
  return isTooBusy(answer) ? refuse('PAYMENT_BUSY') : refusalOf(answer);
}

async function recordPage(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  session: ProviderSession,
  now: Date,
): Promise<Page> {
  const next = nextCheck(checkout.session_expires_at, now);
  if (
    session.status === 'open' &&
    session.url !== null &&
    (await openCheckout(deps.db, checkout.id, session, next, now))
  )
    return { url: session.url };
  // The row changed in the meantime: another tab of the same client opened the page, the sweeper ended it, or it is
  // paid.
  const current = await selectCheckout(deps.db, checkout.id);
  const isOver = current === undefined || current.state === 'EXPIRED' || current.state === 'CANCELLED';
  // Seats that were released are not for sale. If this fails, a payment is booked or refunded.
  if (isOver) await deps.payments.expireSession(session.id);
  return isOver ? refuse('PAYMENT_PROVIDER') : { url: current.url ?? successUrl(deps, session.id) };
}

async function recordFailure(
  { db, log }: PaymentDeps,
  checkout: CheckoutRow,
  failure: PaymentFailure,
  first: boolean,
  now: Date,
): Promise<void> {
  const { outcome, code, reason } = failure;
  log.warn({ checkout_id: checkout.id, outcome, code }, 'The payment page was not created');
  if (outcome === 'REFUSED' && (first || failure.conclusive)) {
    // Only from CREATED: if it is OPEN, another tab got a page, and that page can be paid.
    await releaseCheckout(db, checkout.id, 'CANCELLED', now, ['CREATED']);
    return;
  }
  const next_check_at = new Date(now.getTime() + UNKNOWN_PAUSE_MS);
  await postponeCheckout(
    db,
    checkout.id,
    { next_check_at, last_error: `${outcome} ${code}: ${reason}` },
    now,
  );
}

/** Unlinks products and customers that were deleted at the provider; false if none was. */
async function unlinkMissingObjects(
  { db, log, config }: PaymentDeps,
  checkout: CheckoutRow,
  { failure, request }: { failure: PaymentFailure; request: SessionRequest },
  now: Date,
): Promise<boolean> {
  const products = productsGone(failure, request.lines);
  if (products.length > 0) {
    log.warn({ products }, 'The provider no longer sells these products; their services are unlinked');
    await unlinkProducts(db, products, config.site_url, now);
    return true;
  }
  if (!isMissing(failure) || checkout.user_id === null) return false;
  await unlinkCustomer(db, checkout.user_id, checkout.customer_id);
  return true;
}
