import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { ApiError } from '#web/api/api.ts';
import { releaseHolds } from '#web/checkout/release-holds.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { Route } from './+types/cancel-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Checkout Cancelled', noIndex: true });

/** Shown after leaving the payment page without paying: releases the holds, keeps the cart (product.md §2.22, §4.13.2). */
export default function CancelPage() {
  const [search] = useSearchParams();
  const session_id = search.get('session_id');
  useReleaseHolds(session_id);
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>Checkout Cancelled</h1>
      <p>Your payment was not completed. You can try again or contact for support.</p>
      <LinkButton to="/cart">Return to Cart</LinkButton>
    </div>
  );
}

/** Deletes the pending bookings of the checkout. If it was paid after all, shows the success page. */
function useReleaseHolds(session_id: string | null): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (!session_id) return;
    releaseHolds(session_id).then(
      () => void queries.invalidateQueries({ queryKey: ['bookings'] }),
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'CHECKOUT_PAID')
          void navigate(`/checkout/success?session_id=${encodeURIComponent(session_id)}`, { replace: true });
        // Only logged (product.md §7.1): the sweeper releases the holds that remain.
        // oxlint-disable-next-line no-console
        else console.warn('The pending bookings could not be removed.', error);
      },
    );
  }, [session_id, navigate, queries]);
}
