import { inDollars, priceFor } from '#domain/money/money.ts';
import { rangeOf } from '../bookings/price-range.ts';
import type { Payer } from '../checkout/balance-store.ts';
import { endCheckout } from '../checkout/end-checkout.ts';
import { createdRow, ensureCustomer, newCheckout, openPaymentPage } from '../checkout/open-payment-page.ts';
import { resumeCheckout } from '../checkout/resume-checkout.ts';
import { selectCheckout, selectOpenCheckout } from '../checkout/store.ts';
import { inTransaction } from '../db/transactions.ts';
import type { PaymentDeps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { selectOffers, takeOffered } from './store.ts';

type Chosen = { id: string; selected_price?: number | undefined };

/**
 * Takes an offer: its hold becomes a checkout with the usual payment page (rules.md §10). An open checkout of the client's
 * cart ends first. A repeat gets the same page. If the offer has ended, the first transition wins.
 */
export async function takeOffer(
  deps: PaymentDeps,
  payer: Payer,
  { id, selected_price }: Chosen,
  now: Date,
): Promise<{ url: string } | Refusal> {
  const { db } = deps;
  const offer = (await selectOffers(db, { user_id: payer.id })).find((each) => each.id === id);
  const found = offer && (await selectCheckout(db, id));
  if (!found) return refuse('OFFER_EXPIRED');
  if (found.state !== 'OFFERED') {
    const page = await resumeCheckout(deps, found, found.cart_hash, now);
    return page === 'AGAIN' ? refuse('OFFER_EXPIRED') : page;
  }
  const price_cents = rangeOf(offer) ? (selected_price ?? offer.price_cents) : offer.price_cents;
  const isInRange = rangeOf(offer) === null || priceFor(inDollars(offer), price_cents).ok;
  if (!isInRange) return refuse('PRICE_CHANGED');
  const cart = await selectOpenCheckout(db, payer.id, 'CART');
  if (cart && (await endCheckout(deps, cart, now)) === 'UNREACHABLE') return refuse('PAYMENT_PROVIDER');
  const customer_id = await ensureCustomer(deps, payer);
  if (customer_id instanceof Refusal) return customer_id;
  const lines = found.items.map((line) => ({ ...line, price_cents }));
  const checkout = newCheckout(payer, { customer_id, lines, cart_hash: found.cart_hash }, now);
  if (checkout instanceof Refusal) return checkout;
  if (!(await inTransaction(db, (trx) => takeOffered(trx, id, checkout, now))))
    return refuse('OFFER_EXPIRED');
  const row = createdRow({ ...checkout, id }, { kind: 'WAITLIST', holds: true }, now);
  // Not as a first request: without an answer of the provider the client may try again.
  const page = await openPaymentPage(deps, row, false, now);
  return page === 'AGAIN' ? refuse('PAYMENT_PROVIDER') : page;
}

/** Lets an offer go: the next in line is offered its time in the same transaction. */
export async function declineOffer(
  deps: PaymentDeps,
  user_id: string,
  id: string,
  now: Date,
): Promise<{ url: null } | Refusal> {
  const offer = (await selectOffers(deps.db, { user_id })).find((each) => each.id === id);
  if (!offer) return refuse('OFFER_EXPIRED');
  if ((await releaseCheckout(deps.db, id, 'CANCELLED', now, ['OFFERED'])) !== null) return { url: null };
  // It was taken: its payment page ends first.
  const found = await selectCheckout(deps.db, id);
  const ending = found && (await endCheckout(deps, found, now));
  if (ending === 'PAID') return refuse('CHECKOUT_PAID');
  return ending === 'UNREACHABLE' ? refuse('PAYMENT_PROVIDER') : { url: null };
}
