import type { checkoutStatus } from '#contract/client.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { fulfil } from './fulfil.ts';
import { selectCheckoutOf } from './store.ts';
import { selectUnmatched, type Unmatched } from './unmatched-store.ts';
import { isOurPayment, recordUnmatchedPayment, type UnmatchedDeps } from './unmatched-payments.ts';

/**
 * Finds the client's own payment that has no checkout here; null: there is none, or its checkout was found. The answer of
 * the provider is stored, so that it is asked only once.
 */
export async function findUnmatchedPayment(
  deps: UnmatchedDeps,
  user: Pick<UserRow, 'stripe_id'>,
  session_id: string,
  isAllowed: () => Promise<boolean>,
  now: Date,
): Promise<Unmatched | null> {
  if (user.stripe_id === null || !/^cs_\w{1,200}$/.test(session_id)) return null;
  const known = await selectUnmatched(deps.db, session_id);
  if (known) return known.customer_id === user.stripe_id ? known : null;
  if (!(await isAllowed())) return null;
  const answer = await deps.payments.retrieveSession(session_id, 'PERSON');
  if (!answer.ok || answer.value.customer_id !== user.stripe_id) return null;
  // Payments of another site that shares the provider's account are not handled here.
  if (!isOurPayment(answer.value, deps.config.site_url)) return null;
  const checkout = await selectCheckoutOf(deps.db, answer.value);
  if (checkout) {
    // The database lost the page in a crash (store.ts, openCheckout).
    await fulfil(deps, checkout, answer.value, now);
    return null;
  }
  await recordUnmatchedPayment(deps, answer.value, now);
  return (await selectUnmatched(deps.db, session_id)) ?? null;
}

/** Returns the status that the client sees: CHECKING or REFUNDED. */
export function unmatchedStatus({
  amount_cents,
  currency,
  outcome,
}: Unmatched): OutputOf<typeof checkoutStatus> {
  const isRefunded = outcome === 'REFUNDED';
  return {
    status: isRefunded ? 'REFUNDED' : 'CHECKING',
    bookings: [],
    subtotal_cents: amount_cents,
    tax_cents: null,
    total_cents: amount_cents,
    refunded_cents: isRefunded ? amount_cents : 0,
    currency,
    receipt_url: null,
    refunded_elsewhere: isRefunded,
    lost: [],
  };
}
