import type { Call } from '#contract/call.ts';
import { refreshToken } from '#contract/auth.calls.ts';
import { hasSession, syncSession } from '#web/client/session-mark.ts';
import { fallbackMessage } from '#web/client/error-messages.ts';
import { showToast } from '#web/ui/toast.tsx';

/** A call that takes longer is given up, in milliseconds. */
const PATIENCE_MS = 20_000;
/** The same for new tokens. The server counts on it: see PREDECESSOR_MS in src/server/sessions/tokens.ts. */
const REFRESH_PATIENCE_MS = 10_000;

/** Every way in which a call fails, except that the caller itself aborted it (then the abort's own error). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  /** A code of the contract's error table, or NETWORK or TIMEOUT where no answer arrived; stable, unlike the words. */
  readonly code: string;
  /** What the code's details are (fields, conflicting items, …), as sent. */
  readonly details: unknown;

  constructor(message: string, status: number, code: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

type CallOptions = { signal?: AbortSignal; timeoutMs?: number };

/** What a request needs of a call; not what it takes and gives. */
type Endpoint = Omit<Call<unknown, unknown>, 'types'>;

type Parts = { query?: object | undefined; body?: unknown };

/** The input may be left out where a call takes nothing. */
type Arguments<Input> = {} extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

/**
 * Makes one call of the contract: the only fetch of the browser. After a 401 the login is refreshed once (all calls
 * that fail meanwhile share that one refresh) and the call repeated once. Throws ApiError with the server's message,
 * else with the text of product.md §8.
 */
export async function call<Input extends Parts, Output>(
  endpoint: Call<Input, Output>,
  ...[input, options = {}]: Arguments<Input>
): Promise<Output> {
  const send = () => answerOf(endpoint, (input ?? {}) as Parts, options);
  let response = await send();
  if (response.status === 401 && endpoint.access !== 'public') {
    const signedIn = hasSession();
    const refreshed = await refreshSession().catch((error: unknown) => {
      throw error instanceof ApiError ? new ApiError(fallbackMessage(endpoint), 0, error.code) : error;
    });
    if (refreshed.ok) response = await send();
    // No answer or a busy server does not mean that the login is over: the failure is told, and can be tried again.
    else if (refreshed.status !== 401) throw await refusalOf(endpoint, refreshed.clone());
    // Whoever did not sign out herself should not have to guess why the page has changed under her hands.
    else if (signedIn && !hasSession())
      showToast('You have been signed out. Please sign in again.', 'trouble');
  }
  syncSession();
  if (!response.ok) throw await refusalOf(endpoint, response);
  return (await contentOf(response)) as Output;
}

let refreshing: Promise<Response> | undefined;

/** One refresh at a time, for however many calls ask. */
function refreshSession(): Promise<Response> {
  refreshing ??= answerOf(refreshToken, {}, { timeoutMs: REFRESH_PATIENCE_MS }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function answerOf(
  endpoint: Endpoint,
  { query, body }: Parts,
  { signal, timeoutMs = PATIENCE_MS }: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(addressOf(endpoint.path, query), {
      method: endpoint.method,
      credentials: endpoint.credentials,
      headers: body === undefined ? undefined : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(fallbackMessage(endpoint), 0, timeout.aborted ? 'TIMEOUT' : 'NETWORK');
  }
}

function addressOf(path: string, query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false;
const isPlain = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/plain') ?? false;

async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return isJson(response) ? response.json() : response.text();
}

async function refusalOf(endpoint: Endpoint, response: Response): Promise<ApiError> {
  const content = await contentOf(response).catch(() => undefined);
  if (typeof content === 'object' && content !== null) {
    const { message, error, code, details } = content as Record<string, unknown>;
    const words = [message, error].find((text): text is string => typeof text === 'string' && text !== '');
    return new ApiError(
      words ?? fallbackMessage(endpoint),
      response.status,
      typeof code === 'string' ? code : String(response.status),
      details,
    );
  }
  // Two calls answer in plain text; any other text (a proxy's page, for these two as well) is not for people.
  const words = endpoint.plain_errors && isPlain(response) && typeof content === 'string' ? content : '';
  return new ApiError(words || fallbackMessage(endpoint), response.status, String(response.status));
}
