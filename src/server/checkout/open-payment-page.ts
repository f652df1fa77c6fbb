import { practice } from '#content/public/practice.ts';
import { formatClock, formatLongDate } from '#domain/date-formats.ts';
import { zoneName } from '#domain/zone.ts';
import {
  isMissing,
  isTooBusy,
  type PaymentFailure,
  productsGone,
  type ProviderSession,
  type SessionRequest,
} from '../ports/payments.ts';
import type { CheckoutLine } from '../seats/checkout-line.ts';
import { nextCheck } from './fulfil.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { unlinkProducts } from './unlink-products.ts';
import { type CheckoutRow, forgetCustomer, openCheckout, postponeCheckout, selectCheckout } from './store.ts';

/** Where the provider sends a client who has paid. */
export const successUrl = (deps: PaymentDeps, session_id: string): string =>
  `${deps.config.site_url}/checkout/success?session_id=${encodeURIComponent(session_id)}`;

/** What the page is made from: always the same for one checkout, for its key is the checkout's id. */
export function sessionRequest(
  checkout: Pick<CheckoutRow, 'id' | 'customer_id' | 'currency' | 'items' | 'session_expires_at' | 'holds'>,
  site_url: string,
): SessionRequest {
  return {
    checkout_id: checkout.id,
    customer_id: checkout.customer_id,
    currency: checkout.currency,
    expires_at: checkout.session_expires_at,
    pay_first: !checkout.holds,
    site_url,
    lines: checkout.items.map((line) => ({
      name: line.service_name,
      description: describe(line),
      amount_cents: line.price_cents,
      product_id: line.product_id,
    })),
  };
}

/** 'Tuesday, March 3, 2026, 9:00 AM - 10:30 AM PST, Secret Studio'; never an address of a client. */
function describe(line: CheckoutLine): string {
  const { zone } = practice;
  const times = `${formatClock(line.start_time, zone)} - ${formatClock(line.end_time, zone)}`;
  return `${formatLongDate(line.date)}, ${times} ${zoneName(line.start_time, zone)}, ${line.location_name}`;
}

/** How long a page may be in the making before the sweeper undoes it, milliseconds: longer than all tries take. */
export const PAGE_GRACE_MS = 60_000;
const UNKNOWN_PAUSE_MS = 30_000;

/**
 * NONE: there is no page, and the client is to be told so. BUSY: nor is there, but in a minute there may be. AGAIN: nor is there, but what stood in the way (a customer or
 * a product that was taken away at the provider) is forgotten, and another checkout will do without it.
 */
type Page = { url: string } | 'NONE' | 'BUSY' | 'AGAIN';

/**
 * Asks the provider for the payment page of a CREATED checkout.
 * `first`: nobody has asked before, so a refusal means that there is no page and the seats are let go. An unknown
 * outcome keeps the hold; the sweeper finds out (rules.md §5).
 */
export async function openPaymentPage(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  first: boolean,
  now: Date,
): Promise<Page> {
  const request = sessionRequest(checkout, deps.config.site_url);
  const answer = await deps.payments.createCheckoutSession(request);
  if (answer.ok) return await recordPage(deps, checkout, answer.value, now);
  if (!first && answer.outcome === 'UNKNOWN') {
    // Asked before: the page may be there, under a key that keeps answering with the error of that time.
    const found = await deps.payments.findSession(checkout.id, checkout.customer_id);
    if (found.ok && found.value !== null) return await recordPage(deps, checkout, found.value, now);
  }
  await recordFailure(deps, checkout, answer, first, now);
  // The same client in another tab may have had more luck: her page is this one.
  const current = await selectCheckout(deps.db, checkout.id);
  if (current?.state === 'OPEN' && current.url !== null) return { url: current.url };
  if (await forgetMissingObjects(deps, checkout, { failure: answer, request }, now)) return 'AGAIN';
  return isTooBusy(answer) ? 'BUSY' : 'NONE';
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
  // Somebody moved it in the meantime: the same client in another tab (her page is this one), or the sweeper; or it
  // is paid already, and the page leads on.
  const current = await selectCheckout(deps.db, checkout.id);
  const isOver = current === undefined || current.state === 'EXPIRED' || current.state === 'CANCELLED';
  return isOver ? 'NONE' : { url: current.url ?? successUrl(deps, session.id) };
}

async function recordFailure(
  { db, log }: PaymentDeps,
  checkout: CheckoutRow,
  failure: PaymentFailure,
  first: boolean,
  now: Date,
): Promise<void> {
  const { outcome, code, reason } = failure;
  log.warn({ checkout_id: checkout.id, outcome, code }, 'No payment page could be made');
  if (outcome === 'REFUSED' && (first || failure.conclusive)) {
    // Not if it is OPEN: another tab has asked too, was answered, and its page can be paid.
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

/** What the practitioner took away at the provider is no longer asked for; false if nothing was. */
async function forgetMissingObjects(
  { db, log, config }: PaymentDeps,
  checkout: CheckoutRow,
  { failure, request }: { failure: PaymentFailure; request: SessionRequest },
  now: Date,
): Promise<boolean> {
  const products = productsGone(failure, request.lines);
  if (products.length > 0) {
    log.warn({ products }, 'The provider no longer sells these products: services go on without');
    await unlinkProducts(db, products, config.site_url, now);
    return true;
  }
  if (!isMissing(failure) || checkout.user_id === null) return false;
  await forgetCustomer(db, checkout.user_id, checkout.customer_id);
  return true;
}
