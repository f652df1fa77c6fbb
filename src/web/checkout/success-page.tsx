import './checkout.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { redirect, useLocation, useSearchParams } from 'react-router';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import { ApiError } from '#web/client/api.ts';
import { useCart } from '#web/client/cart-store.ts';
import { BookedView } from '#web/checkout/booked-view.tsx';
import { statusQuery } from '#web/checkout/queries.ts';
import { RefundedView } from '#web/checkout/refunded-view.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { errorMessage } from '#web/client/error-messages.ts';
import { withNext } from '#web/client/next-page.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import type { Route } from './+types/success-page.ts';

/** After this the page says that waiting here is not needed. */
const PATIENCE_MS = 15_000;

/** Without a payment session there is nothing to show (product.md §2.22.1). */
export function loader({ request }: Route.LoaderArgs) {
  if (!new URL(request.url).searchParams.get('session_id')) throw redirect('/');
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your payment', noIndex: true });

/** Where the payment page leads back to. Says that it is paid only once the server does. */
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
      <p>You will hear from us today.</p>
    </div>
  );
}

function Confirming() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="wrap quiet">
      <Spinner />
      <h1 className="text-2xl">Confirming your payment…</h1>
      {/* Keeps its line from the beginning, so that nothing moves when it is said. */}
      <p role="status" className="min-h-[3lh]">
        {long &&
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

type Asked = { isFetching: boolean; refetch: () => Promise<unknown> };

function Failed({ error, query }: { error: Error; query: Asked }) {
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
            <p>Then you see how your payment stands. What is paid is confirmed by e-mail as well.</p>
            <LinkButton to={withNext('/sign-in', pathname + search)}>Sign in</LinkButton>
          </>
        ) : (
          <LinkButton to="/">Return to Home</LinkButton>
        )}
      </div>
    );
  return (
    <div className="page wrap">
      <FailedState
        art={<FallenLeafArt />}
        className="py-12"
        message="We could not find out how your payment stands. What is paid is confirmed by e-mail as well."
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </div>
  );
}
