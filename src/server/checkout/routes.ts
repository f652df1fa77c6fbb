import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/checkout.schemas.ts';
import { conflictOf } from '#domain/checkout/checkout-line.ts';
import { checkoutView, isSettled } from '#domain/checkout/checkout-states.ts';
import { presentBooking } from '../bookings/present-booking.ts';
import { selectCheckoutBookings } from '../bookings/store.ts';
import type { UserRow } from '../sessions/session-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route, routeWithExtra } from '../http/route.ts';
import { createCheckout, factsOfCart, slotKeyOf, type SlotGate } from './create-checkout.ts';
import { endCheckout } from './end-checkout.ts';
import { confirmOrRefund, fulfil } from './fulfil.ts';
import { selectHolds } from '../seats/release-seats.ts';
import { unmatchedStatus, findUnmatchedPayment } from './unmatched-payments.ts';
import { isRefundedExternally } from './refund-store.ts';
import { type CheckoutRow, claimCheck, selectCheckout, selectOwnCheckout } from './store.ts';

type Named = { user_id?: string | null; stripe_customer_id?: string | null; customer_email?: string | null };

/** The routes from the cart to the payment page and back (rules.md §5). */
export function checkoutRoutes(app: FastifyInstance, deps: Deps, slotGate: SlotGate): void {
  const { db, limits } = deps;

  routeWithExtra(
    app,
    deps,
    calls.createCheckout,
    schemas.createCheckout,
    ({ body }, now) => (slotGate.isContested(slotKeyOf(body)) ? 'LATER' : factsOfCart(body, now)),
    async ({ body, user, now, request, extra, count }) => {
      if (!namesOnly(user, body)) return refuse('FORBIDDEN');
      const buyer = { user, ip: request.ip, facts: extra };
      return await createCheckout(deps, buyer, body, { isAllowed: count, slotGate }, now);
    },
  );

  route(app, deps, calls.checkoutStatus, schemas.checkoutStatus, async ({ query, session, user, now }) => {
    let found = await selectOwnCheckout(db, user.id, query.session_id);
    if (!found) {
      const caller = { session: session.id, account: session.account_id };
      const isAllowed = async () => (await limits.take('unknown-checkout', caller)) !== null;
      const unmatched = await findUnmatchedPayment(deps, user, query.session_id, isAllowed, now);
      if (unmatched) return unmatchedStatus(unmatched);
      found = await selectOwnCheckout(db, user.id, query.session_id);
      if (!found) return refuse('CHECKOUT_NOT_FOUND');
    }
    const checkout = await refreshFromProvider(found, now);
    const status = checkoutView(checkout.state);
    const rows = await selectCheckoutBookings(db, checkout.id);
    return {
      status,
      bookings: rows.map((row) => presentBooking(row, deps.config)),
      subtotal_cents: checkout.subtotal_cents,
      tax_cents: checkout.tax_cents,
      total_cents: checkout.total_cents,
      refunded_cents: status === 'REFUNDED' ? (checkout.total_cents ?? 0) : checkout.refunded_cents,
      currency: checkout.currency,
      receipt_url: checkout.receipt_url,
      refunded_elsewhere: status === 'REFUNDED' && (await isRefundedExternally(db, checkout)),
      lost: status === 'REFUNDED' && checkout.kind === 'CART' ? checkout.items.map(conflictOf) : [],
    };
  });

  route(app, deps, calls.removeBookings, schemas.removeBookings, async ({ query, user, now, reply }) => {
    const found = await selectOwnCheckout(db, user.id, query.id);
    if (!found) return refuse('CHECKOUT_NOT_FOUND');
    if (found.state === 'EXPIRED' || found.state === 'CANCELLED')
      return { message: 'Nothing was held.', removed: 0 };
    if (found.state !== 'OPEN' && found.state !== 'CREATED') return refuse('CHECKOUT_PAID');
    const held = (await selectHolds(db, found.id)).length;
    const ending = await endCheckout(deps, found, now);
    if (ending === 'PAID') return refuse('CHECKOUT_PAID');
    if (ending === 'ENDED') return { message: 'Your times were released.', removed: held };
    reply.code(202);
    return { message: 'Your times will be released in a moment.', removed: 0 };
  });

  /** Asks the provider about a checkout that may still change, so that the client does not wait for an event. */
  async function refreshFromProvider(checkout: CheckoutRow, now: Date): Promise<CheckoutRow> {
    if (checkout.state === 'PAID') {
      await confirmOrRefund(deps, checkout, now);
      return (await selectCheckout(db, checkout.id)) ?? checkout;
    }
    if (isSettled(checkout.state) || checkout.state === 'REFUND_DUE') return checkout;
    // Another call, possibly in another process, has just asked; its result is or will soon be in the row.
    if (!(await claimCheck(db, checkout.id, now))) return checkout;
    const answer = await deps.payments.retrieveSession(checkout.provider_session_id!, 'PERSON');
    return answer.ok ? await fulfil(deps, checkout, answer.value, now) : checkout;
  }
}

/** Ids in the request never choose the owner of the checkout; ids of another client are refused (rules.md §1). */
function namesOnly(user: UserRow, { user_id, stripe_customer_id, customer_email }: Named): boolean {
  if (user_id && user_id !== user.id) return false;
  if (stripe_customer_id && user.stripe_id !== null && stripe_customer_id !== user.stripe_id) return false;
  return !customer_email || customer_email.trim().toLowerCase() === user.email.toLowerCase();
}
