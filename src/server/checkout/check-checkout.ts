import { isMissing } from '../ports/payments.ts';
import { unpayable } from './end-checkout.ts';
import { finishPaid, fulfil, nextCheck } from './fulfil.ts';
import type { MoneyDeps } from './money-deps.ts';
import { releaseCheckout } from './release-seats.ts';
import { type CheckoutRow, postponeCheckout } from './store.ts';

/**
 * The sweeper's look at one unfinished checkout (rules.md §5): finishes what was paid, asks about pages that are
 * open, undoes pages whose making was never answered, expires what was cancelled or is over.
 */
export async function checkCheckout(deps: MoneyDeps, checkout: CheckoutRow, now: Date): Promise<void> {
  if (checkout.state === 'PAID') return await finishPaid(deps, checkout.id, now);

  const isOver = now >= checkout.session_expires_at;
  if (checkout.state === 'CREATED' || checkout.cancel_requested || isOver) {
    const session = await unpayable(deps, checkout, now);
    if (session === 'GONE') await releaseCheckout(deps.db, checkout.id, endOf(checkout), now);
    else if (session !== null) await fulfil(deps, checkout, session, now);
    return;
  }

  const answer = await deps.payments.retrieveSession(checkout.provider_session_id!);
  if (answer.ok && (await fulfil(deps, checkout, answer.value, now)).state !== 'OPEN') return;
  if (isMissing(answer)) {
    await releaseCheckout(deps.db, checkout.id, endOf(checkout), now);
    return;
  }
  const last_error = answer.ok ? undefined : `${answer.code}: ${answer.reason}`;
  const next_check_at = nextCheck(checkout.session_expires_at, now);
  await postponeCheckout(deps.db, checkout.id, { next_check_at, last_error }, now);
}

const endOf = (checkout: CheckoutRow) =>
  checkout.state === 'CREATED' || checkout.cancel_requested ? 'CANCELLED' : 'EXPIRED';
