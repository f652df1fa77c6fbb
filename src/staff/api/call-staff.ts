import type { Call } from '#contract/call.ts';
import { followLock, lockChanges, lockHere, openAgain } from '#staff/api/unlock.ts';
import {
  ApiError,
  type Arguments,
  type CallOptions,
  readBody,
  readError,
  sendRequest,
} from '#web/api/request.ts';
import { type Parts, urlOf } from '#web/api/send.ts';

/** The last answers of the calls that are polled, so that an unchanged one is not sent again. */
const known = new Map<string, { etag: string; answer: unknown }>();
const KNOWN_LIMIT = 50;

let onSignedOut: () => void = () => undefined;

/** Sets what happens when the staff session has ended. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = () => {
    known.clear();
    lockHere();
    act();
  };
}

/** An action is sent by useAction() alone, which owns its id: in any other place it does not compile. */
type NoActionOf<Input> = Input extends { body: { action_id: string } } ? never : unknown;

/**
 * Makes one call of the staff area. It knows nothing of a client's session in the same browser. Where health data is locked,
 * it asks to unlock it over the screen and is repeated afterwards. Throws an ApiError with the server's message.
 */
export async function callStaff<Input extends Parts, Output>(
  endpoint: Call<Input, Output> & NoActionOf<Input>,
  ...[input, options = {}]: Arguments<Input>
): Promise<Output> {
  const parts = (input ?? {}) as Parts;
  const url = endpoint.method === 'GET' ? urlOf(endpoint, parts) : null;
  const last = url === null ? undefined : known.get(url);
  const headers: Record<string, string> = last ? { 'if-none-match': last.etag } : {};
  const before = lockChanges();
  const response = await sendRequest(endpoint, parts, options, headers).catch(explainNetwork);
  if (response.status === 304 && last) {
    followLock(response, before);
    return last.answer as Output;
  }
  if (!response.ok) {
    if (response.status === 401 && endpoint.access !== 'public') onSignedOut();
    const error = await readError(endpoint, response);
    if (error.code === 'STEP_UP_REQUIRED' && (await openAgain(error.details, before, options.signal)))
      return await callStaff<Input, Output>(endpoint, ...([input, options] as Arguments<Input>));
    throw error;
  }
  followLock(response, before);
  const answer = await readBody(options.onBytes ? counted(response, options) : response);
  const etag = response.headers.get('etag');
  if (url !== null && etag) remember(url, { etag, answer });
  return answer as Output;
}

function remember(url: string, answer: { etag: string; answer: unknown }): void {
  known.delete(url);
  known.set(url, answer);
  if (known.size > KNOWN_LIMIT) known.delete(known.keys().next().value!);
}

function explainNetwork(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 0) throw error;
  const message = 'Couldn’t reach the server. Please check your connection and try again.';
  throw new ApiError(message, 0, error.code);
}

/** An answer that says how much of it has come while it is read. */
function counted({ body, headers }: Response, { onBytes, signal }: CallOptions): Response {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, rest) {
      onBytes?.((bytes += piece.length));
      rest.enqueue(piece);
    },
  });
  return new Response(body!.pipeThrough(counting, signal ? { signal } : {}), { headers });
}
