import { isMissing, type PaymentFailure } from '../ports/payments.ts';
import { recordDispute, recordExternalRefund } from './external-refunds-and-disputes.ts';
import { fulfil } from './fulfil.ts';
import { recordFailedRefund } from './record-failed-refund.ts';
import {
  claimDueEvents,
  type EventRow,
  finishEvent,
  isOurRefund,
  postponeEvent,
  selectCheckoutOf,
} from './store.ts';
import { recordUnmatchedPayment, siteOfPayment, type UnmatchedDeps } from './unmatched-payments.ts';

/** Acts on what an event is about; a note for the record, or null; throws if it is to be tried again. */
type Act = (deps: UnmatchedDeps, object_id: string, now: Date) => Promise<string | null>;

/** Events that say that a session, a refund or a dispute has changed. Everything else is thanked for and dropped. */
const ACTS: ReadonlyMap<string, Act> = new Map([
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
export const isActedUpon = (type: string): boolean => ACTS.has(type);

const BATCH_SIZE = 20;
/**
 * After this an event that a process took and never finished is anybody's again. Reading a session takes 18 s at the
 * very most, all repeats included. Should a refund after it take longer, a second process finds it begun: acting twice
 * changes nothing, waiting for a process that died keeps a client from a booking that is paid.
 */
const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Acts on stored events that are due: on one, or on all. Answers how many are done with. */
export async function processEvents(deps: UnmatchedDeps, now: Date, only?: string): Promise<number> {
  const events = await claimDueEvents(deps.db, BATCH_SIZE, new Date(now.getTime() + LEASE_MS), now, only);
  const done = await Promise.all(events.map((event) => processEvent(deps, event, now)));
  return done.filter(Boolean).length;
}

/** An event only says where to look: what happened is read from the provider. */
async function processEvent(deps: UnmatchedDeps, event: EventRow, now: Date): Promise<boolean> {
  try {
    const act = ACTS.get(event.type);
    const note = act && event.object_id !== null ? await act(deps, event.object_id, now) : null;
    await finishEvent(deps.db, event.id, note, now);
    return true;
  } catch (error) {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(event.attempts - 1, 10));
    const words = error instanceof Error ? error.message : String(error);
    deps.log.warn(
      { event_id: event.id, type: event.type, attempts: event.attempts, err: error },
      'An event has to wait',
    );
    await postponeEvent(deps.db, event.id, words, new Date(now.getTime() + pause));
    return false;
  }
}

async function sessionChanged(deps: UnmatchedDeps, session_id: string, now: Date): Promise<string | null> {
  const answer = await deps.payments.retrieveSession(session_id);
  if (isMissing(answer)) return 'no such session';
  if (!answer.ok) throw unanswered(answer);
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
  if (!answer.ok) throw unanswered(answer);
  if (!isOurRefund(answer.value.idempotency_key)) return await recordExternalRefund(deps, answer.value, now);
  if (!answer.value.has_failed) return null;
  return (await recordFailedRefund(deps, answer.value, now)) ? null : 'no refund of ours, or noted before';
}

async function disputeChanged(deps: UnmatchedDeps, dispute_id: string, now: Date): Promise<string | null> {
  const answer = await deps.payments.retrieveDispute(dispute_id);
  if (isMissing(answer)) return 'no such dispute';
  if (!answer.ok) throw unanswered(answer);
  return await recordDispute(deps, answer.value, now);
}

const unanswered = ({ outcome, code, reason }: PaymentFailure) => new Error(`${outcome} ${code}: ${reason}`);
