import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { OVER_BUDGET, type PaymentAnswer, type PaymentFailure } from './payments.ts';
import type { Lane, RequestBudget } from './request-budget.ts';

/** Whom to ask, and where. */
export type StripeAccount = {
  secret_key: string;
  /** Base address of the API, without /v1: the sandbox provider or a test server; left out: Stripe itself. */
  api_url?: string | undefined;
  /** Milliseconds that one request may take. */
  timeout_ms?: number;
  /** Bounds the requests of this process; without it there is no bound. */
  budget?: RequestBudget | null;
};

/** The provider's answers are read as this version gives them; the SDK's types are of the same one. */
const API_VERSION = '2026-10-28.endive';
/** Longer than a slow answer, shorter than a client's patience. */
const TIMEOUT_MS = 8000;
/** Waits while the provider is still busy with the same idempotency key (409), milliseconds. */
const BUSY_WAITS_MS = [150, 400, 1000];
/** Codes that say that no connection was made, so nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  OVER_BUDGET,
]);
/** Answers of the call itself; 401, 403 and 429 come before anybody looks at the idempotency key. */
const CONCLUSIVE = new Set([400, 402, 404]);
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** The SDK's client, with every repeat left to `answer`. Each of its requests waits for its turn in the lane. */
export function clientOf(options: StripeAccount, lane: Lane): Stripe {
  const url = options.api_url === undefined ? null : new URL(options.api_url);
  return new Stripe(options.secret_key, {
    apiVersion: API_VERSION,
    // Failures are sorted and repeated here, not by the SDK: a repeat hides whether the first try arrived.
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

/** The SDK repeats a closed connection whatever it is told; under another code it lets us judge. */
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

/** Requests for which there is no room are not sent. */
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
 * Runs a request and says how sure its failure is. A connection that closed under it is tried once more (every
 * request of ours may be repeated: it reads, or it carries a key), and so is a key that is still being worked on.
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
    // ETIMEDOUT of the connect call never sent anything; the SDK's own time-out carries no syscall.
    const never = NEVER_CONNECTED.has(code) || (code === 'ETIMEDOUT' && syscall === 'connect');
    return { ok: false, outcome: never ? 'REFUSED' : 'UNKNOWN', code, reason: message, conclusive: false };
  }
  // 409: the first request with this key still runs. An idempotency error: it ran, with other parameters.
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
