import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { OVER_BUDGET, type PaymentAnswer, type PaymentFailure } from './payments.ts';
import type { Lane, RequestBudget } from './request-budget.ts';

/** The Stripe account and the address of its API. */
export type StripeAccount = {
  secret_key: string;
  /** Base address of the API without /v1: the sandbox provider or a test server. Omitted: Stripe itself. */
  api_url?: string | undefined;
  /** Time-out of one request in milliseconds. */
  timeout_ms?: number;
  /** Limits the requests of this process; unlimited without it. */
  budget?: RequestBudget | null;
};

/** The API version that answers are read with; the SDK's types have the same one. */
const API_VERSION = '2026-10-28.endive';
/** Longer than a slow answer, shorter than a client will wait. */
const TIMEOUT_MS = 8000;
/** Delays in milliseconds while the provider is still processing the same idempotency key (409). */
const BUSY_WAITS_MS = [150, 400, 1000];
/** Error codes that mean that no connection was made, so nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  OVER_BUDGET,
]);
/** Statuses that come from the call itself; 401, 403 and 429 are decided before the idempotency key is looked up. */
const CONCLUSIVE = new Set([400, 402, 404]);
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** Creates the SDK's client, with all retries left to `answer`. Each request waits for its turn in the lane. */
export function clientOf(options: StripeAccount, lane: Lane): Stripe {
  const url = options.api_url === undefined ? null : new URL(options.api_url);
  return new Stripe(options.secret_key, {
    apiVersion: API_VERSION,
    // Failures are classified and retried here, not by the SDK: an SDK retry hides whether the first attempt arrived.
    maxNetworkRetries: 0,
    httpClient: withinBudget(
      withoutHiddenRepeats(Stripe.createNodeHttpClient()),
      options.budget ?? null,
      lane,
    ),
    timeout: options.timeout_ms ?? TIMEOUT_MS,
    telemetry: false,
    ...(url
      ? {
          host: url.hostname,
          protocol: url.protocol === 'http:' ? 'http' : 'https',
          port: url.port || (url.protocol === 'http:' ? '80' : '443'),
        }
      : {}),
  });
}

/** The SDK always retries a closed connection; under another error code it leaves the decision to us. */
function withoutHiddenRepeats(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...args) => {
    try {
      return await makeRequest(...args);
    } catch (error) {
      if (error instanceof Error && CLOSED.has((error as NodeJS.ErrnoException).code ?? '')) {
        throw Object.assign(new Error(error.message, { cause: error }), { code: 'CONNECTION_CLOSED' });
      }
      throw error;
    }
  };
  return client;
}

/** Refuses requests beyond the budget without sending them. */
function withinBudget(
  client: Stripe.HttpClient,
  budget: RequestBudget | null,
  lane: Lane,
): Stripe.HttpClient {
  if (budget === null) return client;
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...args) => {
    if (await budget.take(lane)) return await makeRequest(...args);
    throw Object.assign(new Error('Too many requests to the provider are waiting'), { code: OVER_BUDGET });
  };
  return client;
}

/**
 * Runs a request and classifies its failure. It retries once after a closed connection (every request is safe to
 * repeat: it only reads, or carries a key), and while the key is still being processed.
 */
export async function answer<T>(request: () => Promise<T>): Promise<PaymentAnswer<T>> {
  let mayHaveArrived = false;
  for (let busy = 0; ;) {
    try {
      return { ok: true, value: await request() };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'CONNECTION_CLOSED' && !mayHaveArrived) {
        mayHaveArrived = true;
        continue;
      }
      const delay = failure.code === 'idempotency_key_in_use' ? BUSY_WAITS_MS[busy++] : undefined;
      if (delay !== undefined) {
        await wait(delay);
        continue;
      }
      return mayHaveArrived && !failure.conclusive ? { ...failure, outcome: 'UNKNOWN' } : failure;
    }
  }
}

function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error; // a mistake of ours
  const { statusCode: status, message } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || status === undefined) {
    const { code, syscall } = networkError(error);
    // ETIMEDOUT of the connect call never sent anything; the SDK's own time-out has no syscall.
    const never = NEVER_CONNECTED.has(code) || (code === 'ETIMEDOUT' && syscall === 'connect');
    return { ok: false, outcome: never ? 'REFUSED' : 'UNKNOWN', code, reason: message, conclusive: false };
  }
  // 409: the first request with this key is still running. An idempotency error: it ran with other parameters.
  const isRepeat = status === 409 || error instanceof Stripe.errors.StripeIdempotencyError;
  const refused = status >= 400 && status < 500 && !isRepeat;
  return {
    ok: false,
    outcome: refused ? 'REFUSED' : 'UNKNOWN',
    code:
      error.code ??
      (status === 409 ? 'idempotency_key_in_use' : isRepeat ? 'idempotency_error' : `${status}`),
    reason: `${status} ${message}`,
    conclusive: refused && CONCLUSIVE.has(status),
    ...(error.param === undefined ? {} : { param: error.param }),
  };
}

function networkError(error: Stripe.errors.StripeError): { code: string; syscall: string | undefined } {
  const { detail } = error as { detail?: unknown };
  const { code, syscall } = (detail instanceof Error ? detail : {}) as NodeJS.ErrnoException;
  return { code: code ?? 'NO_ANSWER', syscall };
}
