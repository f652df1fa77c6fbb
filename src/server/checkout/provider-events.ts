import { isMissing, type PaymentFailure } from '../ports/payments.ts';
import { recordDispute, recordExternalRefund } from './external-refunds-and-disputes.ts';
import { fulfil } from './fulfil.ts';
import { recordFailedRefund } from './settle-refund.ts';
import { claimDueEvents, type EventRow, finishEvent, postponeEvent, insertEvent } from './event-store.ts';
import { isOurRefund } from './refund-store.ts';
import { selectCheckoutOf } from './store.ts';
import { recordUnmatchedPayment, siteOfPayment, type UnmatchedDeps } from './unmatched-payments.ts';
import { retryAt } from '../runtime/back-off.ts';
import { unawaited } from '../runtime/unawaited.ts';
import type { FastifyInstance } from 'fastify';
import { WEBHOOK_LIMIT } from '#contract/call.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { refuse } from '../http/refusal.ts';
import { refuseUnread } from '../http/route.ts';

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
const isHandled = (type: string): boolean => HANDLERS.has(type);

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

/** The header has a time and one signature for each of a few secrets. */
const MAX_SIGNATURE_CHARS = 1000;

const isSignatureLength = (signature: unknown): boolean =>
  typeof signature === 'string' && signature.length <= MAX_SIGNATURE_CHARS;

/**
 * POST /webhooks/stripe (rules.md §5). Verifies the signature over the raw body, stores the event, acknowledges it, and
 * processes it after that. If it cannot be stored, the answer is 5xx and the provider sends it again.
 */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  /** Processes an event at once instead of at the job's next run. If that fails, the job retries it. */
  const processSoon = (event_id: string): void => {
    unawaited(processEvents(deps, deps.clock(), event_id), (error) =>
      deps.log.warn({ err: error, event_id }, 'An event was not processed on arrival; the job will retry it'),
    );
  };

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: 'POST',
      url: '/webhooks/stripe',
      bodyLimit: WEBHOOK_LIMIT,
      preParsing: async (request, reply, payload) =>
        isSignatureLength(request.headers['stripe-signature'])
          ? payload
          : (refuseUnread(reply, refuse('BAD_SIGNATURE')) as never),
      schema: describeRoute({
        tag: 'provider',
        summary: 'Signed events of the payment provider',
        access: 'public',
        media: 'application/json',
        takes: 'application/json',
      }),
      // The signature covers the raw bytes.
      validatorCompiler: () => () => true,
      serializerCompiler: () => (data) => JSON.stringify(data),
      handler: async (request, reply) => {
        const signature = request.headers['stripe-signature'];
        const now = deps.clock();
        const event =
          Buffer.isBuffer(request.body) && typeof signature === 'string'
            ? deps.payments.verifyWebhook(request.body, signature, now)
            : null;
        if (event === null) return sendRefusal(reply, refuse('BAD_SIGNATURE'));
        await insertEvent(deps.db, event, isHandled(event.type) ? now : null, now);
        void reply.send({ received: true });
        if (isHandled(event.type)) processSoon(event.id);
        return reply;
      },
    });
  });
}
