import type { FastifyInstance } from 'fastify';
import { WEBHOOK_LIMIT } from '#contract/call.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { refuse } from '../http/refusal.ts';
import { refuseUnread } from '../http/route.ts';
import { isHandled, processEvents } from './process-event.ts';
import { insertEvent } from './event-store.ts';

/** The header has a time and one signature for each of a few secrets. */
const MAX_SIGNATURE_CHARS = 1000;

const isSignatureLength = (signature: unknown): boolean =>
  typeof signature === 'string' && signature.length <= MAX_SIGNATURE_CHARS;

/**
 * POST /webhooks/stripe (rules.md §5). Verifies the signature over the raw body, stores the event, acknowledges it, and
 * processes it after that. If it cannot be stored, the answer is 5xx and the provider sends it again. `settled` resolves
 * when the events in progress are processed.
 */
export function webhookRoutes(app: FastifyInstance, deps: Deps): { settled(): Promise<void> } {
  const running = new Set<Promise<unknown>>();

  /** Processes an event at once instead of at the job's next run. If that fails, the job retries it. */
  const processSoon = (event_id: string): void => {
    const run = processEvents(deps, deps.clock(), event_id)
      .catch((error: unknown) =>
        deps.log.warn(
          { err: error, event_id },
          'An event was not processed on arrival; the job will retry it',
        ),
      )
      .finally(() => running.delete(run));
    running.add(run);
  };

  const settled = async () => void (await Promise.all(running));

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    // An application that closes finishes the events in progress.
    scope.addHook('onClose', settled);
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
  return { settled };
}
