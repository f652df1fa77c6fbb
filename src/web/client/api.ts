import type { Call } from '#contract/call.ts';
import { refreshToken } from '#contract/auth.calls.ts';
import { hasSession, syncSession } from '#web/client/session-mark.ts';
import { fallbackMessage } from '#web/client/error-messages.ts';
import { showToast } from '#web/ui/toast.tsx';

const TIMEOUT_MS = 20_000;
/** The server depends on this one: see PREDECESSOR_MS in src/server/sessions/tokens.ts. */
const REFRESH_TIMEOUT_MS = 10_000;

/** Thrown whenever a call fails, unless the caller aborted it (then the abort error is thrown). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** A code of the contract's error table, or NETWORK or TIMEOUT without a response; stable, unlike the message. */
  readonly code: string;
  /** The details of the code (fields, conflicting items, …), as sent. */
  readonly details: unknown;

  constructor(message: string, status: number, code: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

type CallOptions = { signal?: AbortSignal; timeoutMs?: number };

/** A call without its input and output types. */
type Endpoint = Omit<Call<unknown, unknown>, 'types'>;

type Parts = { query?: object | undefined; body?: unknown };

/** The input is optional if the call needs none. */
type Arguments<Input> = {} extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

/**
 * Makes one call of the contract; this is the only fetch in the browser. After a 401 it refreshes the session (all calls
 * that fail at the same time share one refresh) and repeats the call once. Throws an ApiError with the server's message,
 * else with the text of product.md §8.
 */
export async function call<Input extends Parts, Output>(
  endpoint: Call<Input, Output>,
  ...[input, options = {}]: Arguments<Input>
): Promise<Output> {
  const send = () => request(endpoint, (input ?? {}) as Parts, options);
  let response = await send();
  if (response.status === 401 && endpoint.access !== 'public') {
    const signedIn = hasSession();
    const refreshed = await refreshSession().catch((error: unknown) => {
      throw error instanceof ApiError ? new ApiError(fallbackMessage(endpoint), 0, error.code) : error;
    });
    if (refreshed.ok) response = await send();
    // No response or a busy server does not end the session: report the failure, so that the client can try again.
    else if (refreshed.status !== 401) throw await apiErrorOf(endpoint, refreshed.clone());
    // The client did not sign out here, so say why the page changes.
    else if (signedIn && !hasSession()) showToast('You have been signed out. Please sign in again.', 'error');
  }
  syncSession();
  if (!response.ok) throw await apiErrorOf(endpoint, response);
  return (await bodyOf(response)) as Output;
}

let refreshing: Promise<Response> | undefined;

/** One refresh at a time, shared by all calls. */
function refreshSession(): Promise<Response> {
  refreshing ??= request(refreshToken, {}, { timeoutMs: REFRESH_TIMEOUT_MS }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function request(
  endpoint: Endpoint,
  { query, body }: Parts,
  { signal, timeoutMs = TIMEOUT_MS }: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(urlOf(endpoint.path, query), {
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

function urlOf(path: string, query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false;
const isPlain = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/plain') ?? false;

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return isJson(response) ? response.json() : response.text();
}

async function apiErrorOf(endpoint: Endpoint, response: Response): Promise<ApiError> {
  const content = await bodyOf(response).catch(() => undefined);
  if (typeof content === 'object' && content !== null) {
    const { message, error, code, details } = content as Record<string, unknown>;
    const text = [message, error].find((each): each is string => typeof each === 'string' && each !== '');
    return new ApiError(
      text ?? fallbackMessage(endpoint),
      response.status,
      typeof code === 'string' ? code : String(response.status),
      details,
    );
  }
  // The errors of two calls are plain text; any other text, such as the page of a proxy, is never shown.
  const text = endpoint.plain_errors && isPlain(response) && typeof content === 'string' ? content : '';
  return new ApiError(text || fallbackMessage(endpoint), response.status, String(response.status));
}
