import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { createCheckout } from '#contract/checkout.calls.ts';
import { hasProfileData } from '#domain/profile.ts';
import { ApiError, call } from '#web/client/api.ts';
import { type CartItem, cartItems } from '#web/client/cart-store.ts';
import { type Trouble, troubleOf } from '#web/checkout/conflicts.ts';
import { checkoutBody } from '#web/checkout/payload.ts';
import { hasSession, syncSession } from '#web/client/session-mark.ts';
import { fallbackMessage, MESSAGES } from '#web/client/error-messages.ts';
import { queryClient } from '#web/client/query-client.ts';
import { withNext } from '#web/client/next-page.ts';
import { sessionQuery } from '#web/client/session.ts';

/** The payment provider may take its time; giving up earlier would leave a page nobody sees. */
const PATIENCE_MS = 40_000;

const SIGN_IN = withNext('/sign-in', '/cart');
const CREATE_ACCOUNT = withNext('/create-account', '/cart');

/** Where a refusal leads that is about the client rather than about the cart. */
const ELSEWHERE: Record<string, string> = {
  NOT_SIGNED_IN: SIGN_IN,
  NO_RECORD: CREATE_ACCOUNT,
  NO_PROFILE_DATA: '/profile',
};

type Checkout = {
  busy: boolean;
  trouble: Trouble | null;
  /** From the cart to the payment page; whoever is not ready for it is led where she becomes so, and back. */
  start: () => Promise<void>;
  dismiss: () => void;
};

export function useCheckout(onTrouble: (trouble: Trouble) => void): Checkout {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);

  // Back from the payment page the browser may show this page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const start = async () => {
    const { pathname } = window.location;
    // The address changes before this page is gone, by as long as the next one takes to be drawn.
    const hasLeft = () => left.current || window.location.pathname !== pathname;
    setBusy(true);
    try {
      const target = await openCheckout(cartItems());
      // Whoever has gone on meanwhile is not pulled away; the same cart gets the same payment page later.
      if (hasLeft()) return;
      if ('page' in target) {
        window.location.assign(target.page);
        return; // stays busy until the browser has left
      }
      await navigate(target.path);
    } catch (error) {
      if (hasLeft()) return;
      const path = error instanceof ApiError ? ELSEWHERE[error.code] : undefined;
      if (path !== undefined) await navigate(path);
      else {
        const found = troubleOf(error, cartItems());
        setTrouble(found);
        onTrouble(found);
      }
    }
    setBusy(false);
  };

  return { busy, trouble, start, dismiss: () => setTrouble(null) };
}

/** The address of the payment page, or the page of this site that has to come first (rules.md §5). */
async function openCheckout(items: readonly CartItem[]): Promise<{ page: string } | { path: string }> {
  if (!hasSession()) {
    // It ended while this page stood open: without this the sign-in page would take her for signed in and lead back.
    syncSession();
    return { path: SIGN_IN };
  }
  const account = await queryClient().fetchQuery(sessionQuery).catch(inWordsOfCheckout);
  const user = account.data;
  if (!user) return { path: CREATE_ACCOUNT };
  if (!hasProfileData(user)) return { path: '/profile' };
  const payer = { id: user.id, stripe_id: user.stripe_id, email: user.email };
  const { url } = await call(
    createCheckout,
    { body: checkoutBody(items, payer) },
    { timeoutMs: PATIENCE_MS },
  );
  if (!url) throw new ApiError(MESSAGES.checkout.no_url, 0, 'NO_URL');
  return { page: url };
}

/** No answer to who is signed in means, to whoever has pressed Checkout, that there is no checkout. */
function inWordsOfCheckout(error: unknown): never {
  if (error instanceof ApiError && error.status === 0)
    throw new ApiError(fallbackMessage(createCheckout), error.status, error.code);
  throw error;
}
