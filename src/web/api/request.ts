import { fallbackMessage } from '#web/api/error-messages.ts';
import { type Endpoint, type Parts, send } from '#web/api/send.ts';

const TIMEOUT_MS = 20_000;

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

export type CallOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Of the staff area: how many bytes of the answer have come. */
  onBytes?: (bytes: number) => void;
};

/** The input is optional if the call needs none. */
export type Arguments<Input> = {} extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

/** Sends one request. Throws an ApiError if there is no response. */
export async function sendRequest(
  endpoint: Endpoint,
  parts: Parts,
  { signal, timeoutMs = TIMEOUT_MS }: CallOptions,
  headers: Record<string, string> = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await send(endpoint, parts, signal ? AbortSignal.any([signal, timeout]) : timeout, headers);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(fallbackMessage(endpoint), 0, timeout.aborted ? 'TIMEOUT' : 'NETWORK');
  }
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false;
const isPlain = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/plain') ?? false;

export async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (response.headers.get('content-type')?.includes('zip')) return response.blob();
  return isJson(response) ? response.json() : response.text();
}

export async function readError(endpoint: Endpoint, response: Response): Promise<ApiError> {
  const content = await readBody(response).catch(() => undefined);
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
