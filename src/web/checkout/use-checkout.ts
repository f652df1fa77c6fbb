import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { BodyOf } from '#contract/call.ts';
import { createCheckout } from '#contract/client.calls.ts';
import { itemCents, totalAmount } from '#domain/money/money.ts';
import { hasProfileData } from '#domain/people/profile.ts';
import { checkoutProblem, type CheckoutProblem } from '#web/checkout/conflicts.ts';
import { holdsReleased } from '#web/checkout/release-holds.ts';
import { ApiError, call } from '#web/api/api.ts';
import { type CartItem, cartItems } from '#web/api/cart-store.ts';
import { fallbackMessage, MESSAGES } from '#web/api/error-messages.ts';
import { withNext } from '#web/api/next-page.ts';
import { queryClient } from '#web/api/query-client.ts';
import { isShared } from '#web/api/service-text.ts';
import { hasSession, syncSession } from '#web/api/session-mark.ts';
import { sessionQuery } from '#web/api/session.ts';
import { PAYMENT_TIMEOUT_MS } from '#web/api/use-leaving.ts';

const SIGN_IN = withNext('/sign-in', '/cart');
const CREATE_ACCOUNT = withNext('/create-account', '/cart');

/** Where errors that concern the client, not the cart, redirect to. */
const REDIRECTS: Record<string, string> = {
  NOT_SIGNED_IN: SIGN_IN,
  NO_RECORD: CREATE_ACCOUNT,
  NO_PROFILE_DATA: '/profile',
};

type Checkout = {
  busy: boolean;
  problem: CheckoutProblem | null;
  /** Opens the payment page; a client who may not pay yet is redirected to the missing step first. */
  start: () => Promise<void>;
  dismiss: () => void;
};

export function useCheckout(onProblem: (problem: CheckoutProblem) => void): Checkout {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);

  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);

  // After Back from the payment page the browser may restore this page in its busy state.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const start = async () => {
    const { pathname } = window.location;
    // The address changes before this page unmounts, because the next one takes time to render.
    const hasLeft = () => left.current || window.location.pathname !== pathname;
    setBusy(true);
    try {
      const target = await openCheckout(cartItems());
      // The client has navigated away meanwhile: do not pull them back. The same cart gets the same payment page later.
      if (hasLeft()) return;
      if ('page' in target) {
        window.location.assign(target.page);
        return; // stays busy until the browser has left the page
      }
      await navigate(target.path);
    } catch (error) {
      if (hasLeft()) return;
      const path = error instanceof ApiError ? REDIRECTS[error.code] : undefined;
      if (path !== undefined) await navigate(path);
      else {
        const found = checkoutProblem(error, cartItems());
        setProblem(found);
        onProblem(found);
      }
    }
    setBusy(false);
  };

  return { busy, problem, start, dismiss: () => setProblem(null) };
}

/** The address of the payment page, or the page of this site that must come first (rules.md §5). */
async function openCheckout(items: readonly CartItem[]): Promise<{ page: string } | { path: string }> {
  if (!hasSession()) {
    // The session ended while this page was open: without this the sign-in page would redirect back at once.
    syncSession();
    return { path: SIGN_IN };
  }
  const account = await queryClient().fetchQuery(sessionQuery).catch(throwAsCheckoutError);
  const user = account.data;
  if (!user) return { path: CREATE_ACCOUNT };
  if (!hasProfileData(user)) return { path: '/profile' };
  await holdsReleased();
  const payer = { id: user.id, stripe_id: user.stripe_id, email: user.email };
  const { url } = await call(
    createCheckout,
    { body: checkoutBody(items, payer) },
    { timeoutMs: PAYMENT_TIMEOUT_MS },
  );
  if (!url) throw new ApiError(MESSAGES.checkout.no_url, 0, 'NO_URL');
  return { page: url };
}

/** A failed request for the session is shown as a failed checkout, which is what the client has asked for. */
function throwAsCheckoutError(error: unknown): never {
  if (error instanceof ApiError && error.status === 0)
    throw new ApiError(fallbackMessage(createCheckout), error.status, error.code);
  throw error;
}

/** One checkout item (product.md §3.14): the chosen price is in cents, the base price in dollars. */
function payloadItem(item: CartItem) {
  const { service, slotData } = item;
  return {
    service_id: item.serviceId,
    schedule_id: slotData.schedule_id,
    service_name: item.service_name,
    scheduling_type: service.scheduling_type,
    service_buffer_time: item.service_buffer_time,
    service_format: service.format,
    start_time: slotData.start,
    end_time: slotData.end,
    selectedDate: item.selectedDate,
    base_price: service.base_price,
    selected_price: itemCents(item),
    stripe_product_id: service.stripe_product_id,
    stripe_price_id: service.stripe_price_id,
    ...(service.is_subscription
      ? { is_subscription: true, subscription_interval: service.subscription_interval }
      : {}),
    ...(isShared(service)
      ? { max_capacity: service.max_capacity, current_capacity: slotData.current_count }
      : {}),
  };
}

/** Required by product.md §5.13. */
type Payer = { id: string; stripe_id: string | null; email: string };

/** The body of POST /auth/create-checkout (product.md §7.1.4). */
export function checkoutBody(items: readonly CartItem[], payer: Payer): BodyOf<typeof createCheckout> {
  const payload = items.map(payloadItem);
  return {
    items: payload,
    user_id: payer.id,
    stripe_customer_id: payer.stripe_id,
    customer_email: payer.email,
    total_amount: totalAmount(payload),
  };
}
