import './checkout.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { redirect, useLocation, useSearchParams } from 'react-router';
import type { Conflict } from '#contract/checkout.schemas.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { BookedView } from '#web/checkout/booked-view.tsx';
import { type CheckoutStatus, statusQuery } from '#web/checkout/queries.ts';
import { namedItems } from '#web/checkout/conflicts.ts';
import { ApiError } from '#web/api/api.ts';
import { cartItems, removeFromCart, useCart } from '#web/api/cart-store.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { withNext } from '#web/api/next-page.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { ArrowLink, LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import type { Route } from './+types/success-page.ts';

/** After this the page says that the client need not wait. */
const SLOW_PAYMENT_MS = 15_000;

/** Redirects without a payment session (product.md §2.22.1). */
export function loader({ request }: Route.LoaderArgs) {
  if (!new URL(request.url).searchParams.get('session_id')) throw redirect('/');
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your payment', noIndex: true });

/** The payment page redirects here. Shows the payment as successful only when the server says so. */
export default function SuccessPage() {
  const [search] = useSearchParams();
  const query = useQuery(statusQuery(search.get('session_id') ?? ''));
  const status = query.data?.status;

  if (query.isError && !query.data) return <Failed error={query.error} query={query} />;
  if (status === 'PAID') return <BookedView checkout={query.data!} session_id={search.get('session_id')!} />;
  if (status === 'REFUNDED') return <RefundedView checkout={query.data!} />;
  if (status === 'EXPIRED' || status === 'CANCELLED') return <NotCompleted />;
  if (status === 'CHECKING') return <Checking />;
  return <Confirming />;
}

function Checking() {
  return (
    <div className="wrap quiet">
      <h1>We have your payment and are checking your booking.</h1>
      <p>Nothing is lost: we will write to you or call you.</p>
    </div>
  );
}

function Confirming() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_PAYMENT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="wrap quiet">
      <Spinner />
      <h1 className="text-2xl">Confirming your payment…</h1>
      {/* Has its height from the start, so that nothing moves when the text appears. */}
      <p role="status" className="min-h-[3lh]">
        {slow &&
          'This takes longer than usual. You may leave this page: an e-mail follows as soon as it is confirmed.'}
      </p>
    </div>
  );
}

function NotCompleted() {
  const { items } = useCart();
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>This payment was not completed.</h1>
      <p>
        {items.length > 0
          ? 'Nothing was charged, and your cart is as you left it.'
          : 'Nothing was charged. You can choose your times again.'}
      </p>
      <LinkButton to="/cart">Return to Cart</LinkButton>
    </div>
  );
}

type Retryable = { isFetching: boolean; refetch: () => Promise<unknown> };

function Failed({ error, query }: { error: Error; query: Retryable }) {
  const { pathname, search } = useLocation();
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 404)
    return (
      <div className="wrap quiet">
        <div className="art">
          <FallenLeafArt />
        </div>
        <h1>{errorMessage(error)}</h1>
        {status === 401 ? (
          <>
            <p>Sign in to check your payment. We also confirm payments by email.</p>
            <LinkButton to={withNext('/sign-in', pathname + search)}>Sign in</LinkButton>
          </>
        ) : (
          <LinkButton to="/">Return to Home</LinkButton>
        )}
      </div>
    );
  return (
    <div className="page wrap">
      <FailedQuery
        art={<FallenLeafArt />}
        className="py-12"
        message="We couldn’t check your payment. Please try again. We also confirm payments by email."
        of={query}
      />
    </div>
  );
}

/** The payment came too late, or the practice has refunded it: what was not booked, and the refund (rules.md §5). */
function RefundedView({ checkout }: { checkout: CheckoutStatus }) {
  const { lost, refunded_cents, refunded_elsewhere } = checkout;
  useEffect(() => removeNotBooked(lost), [lost]);
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>Your payment is on its way back</h1>
      <p>
        {refunded_elsewhere
          ? 'The practice gave your payment back before your time was booked, so nothing is booked.'
          : 'The hold on your time had ended before the payment arrived, and somebody else has booked it since.'}{' '}
        We are sorry. All of it, <b className="num">{formatCents(refunded_cents)}</b>, goes back to your card
        and arrives within five to ten days.
      </p>
      <ul className="border-t border-line">
        {lost.map((item) => (
          <li
            key={`${item.service_id} ${item.selectedDate} ${item.start_time}`}
            className="num border-b border-line px-4 py-3"
          >
            <b>{item.service_name}</b>
            <span className="block text-sm text-muted">
              {formatLongDate(item.selectedDate)}, {item.start_time}
            </span>
          </li>
        ))}
      </ul>
      <LinkButton to="/wellness-services">Find another time</LinkButton>
      <ArrowLink to="/">Return to Home</ArrowLink>
    </div>
  );
}

/** Removes from the cart what could not be booked although it was paid (rules.md §5). */
function removeNotBooked(lost: readonly Conflict[]): void {
  for (const item of namedItems(cartItems(), lost)) removeFromCart(item);
}
