import { isMissing, type PaymentFailure } from '../ports/payments.ts';
import { recordDispute, recordExternalRefund } from './external-refunds-and-disputes.ts';
import { fulfil } from './fulfil.ts';
import { recordFailedRefund } from './record-failed-refund.ts';
import { claimDueEvents, type EventRow, finishEvent, postponeEvent } from './event-store.ts';
import { isOurRefund } from './refund-store.ts';
import { selectCheckoutOf } from './store.ts';
import { recordUnmatchedPayment, siteOfPayment, type UnmatchedDeps } from './unmatched-payments.ts';
import { retryAt } from '../runtime/back-off.ts';

/** Processes the object of an event. Returns a note for the event's row, or null. Throws if it must be retried. */
type Handler = (deps: UnmatchedDeps, object_id: string, now: Date) => Promise<string | null>;

/** The events about sessions, refunds and disputes. Other event types are acknowledged and ignored. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['checkout.session.completed', sessionChanged],
  ['checkout.session.expired', sessionChanged],
  ['checkout.session.async_payment_succeeded', sessionChanged],
  ['checkout.session.async_payment_failed', sessionChanged],
  ['refund.created', refundChanged],
  ['refund.failed', refundChanged],
  ['refund.updated', refundChanged],
  ['charge.dispute.created', disputeChanged],
  ['charge.dispute.closed', disputeChanged],
]);
export const isHandled = (type: string): boolean => HANDLERS.has(type);

const BATCH_SIZE = 20;
/**
 * After this time another process may take an event that was claimed and not finished. Reading a session takes at most
 * 18 s with all retries. If a refund after it takes longer, a second process repeats it, which changes nothing; a longer
 * lease would keep a paid client waiting for a process that died.
 */
const LEASE_MS = 30_000;
const BACK_OFF = { first_ms: 5000, longest_ms: 10 * 60_000 };

/** Processes stored events that are due: one, or all. Returns the number of finished ones. */
export async function processEvents(deps: UnmatchedDeps, now: Date, only?: string): Promise<number> {
  const events = await claimDueEvents(deps.db, BATCH_SIZE, new Date(now.getTime() + LEASE_MS), now, only);
  const done = await Promise.all(events.map((event) => processEvent(deps, event, now)));
  return done.filter(Boolean).length;
}

/** Processes one event. It only names an object; the state of the object is read from the provider. */
async function processEvent(deps: UnmatchedDeps, event: EventRow, now: Date): Promise<boolean> {
  try {
    const handle = HANDLERS.get(event.type);
    const note = handle && event.object_id !== null ? await handle(deps, event.object_id, now) : null;
    await finishEvent(deps.db, event.id, note, now);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    deps.log.warn(
      { event_id: event.id, type: event.type, attempts: event.attempts, err: error },
      'An event failed and will be retried',
    );
    await postponeEvent(deps.db, event.id, message, retryAt(BACK_OFF, event.attempts, now));
    return false;
  }
}

async function sessionChanged(deps: UnmatchedDeps, session_id: string, now: Date): Promise<string | null> {
  const answer = await deps.payments.retrieveSession(session_id);
  if (isMissing(answer)) return 'no such session';
  if (!answer.ok) throw providerError(answer);
  const checkout = await selectCheckoutOf(deps.db, answer.value);
  if (!checkout) {
    const site = siteOfPayment(answer.value);
    if (site !== deps.config.site_url) return site === null ? 'no checkout of ours' : `a payment of ${site}`;
    await recordUnmatchedPayment(deps, answer.value, now);
    return 'a payment without a checkout';
  }
  await fulfil(deps, checkout, answer.value, now);
  return null;
}

async function refundChanged(deps: UnmatchedDeps, refund_id: string, now: Date): Promise<string | null> {
  const answer = await deps.payments.retrieveRefund(refund_id);
  if (isMissing(answer)) return 'no such refund';
  if (!answer.ok) throw providerError(answer);
  if (!isOurRefund(answer.value.idempotency_key)) return await recordExternalRefund(deps, answer.value, now);
  if (!answer.value.has_failed) return null;
  return (await recordFailedRefund(deps, answer.value, now))
    ? null
    : 'not a refund of this site, or already recorded';
}

async function disputeChanged(deps: UnmatchedDeps, dispute_id: string, now: Date): Promise<string | null> {
  const answer = await deps.payments.retrieveDispute(dispute_id);
  if (isMissing(answer)) return 'no such dispute';
  if (!answer.ok) throw providerError(answer);
  return await recordDispute(deps, answer.value, now);
}

const providerError = ({ outcome, code, reason }: PaymentFailure) =>
  new Error(`${outcome} ${code}: ${reason}`);
