import type { Call } from '#contract/call.ts';
import { refreshToken } from '#contract/client.calls.ts';
import { hasSession, syncSession } from '#web/api/session-mark.ts';
import { fallbackMessage } from '#web/api/error-messages.ts';
import { ApiError, type Arguments, readBody, readError, sendRequest } from '#web/api/request.ts';
import type { Parts } from '#web/api/send.ts';
import { showToast } from '#web/ui/toast.tsx';

export { ApiError };

/** The server depends on this one: see PREDECESSOR_MS in src/server/sessions/tokens.ts. */
const REFRESH_TIMEOUT_MS = 10_000;

/**
 * Makes one call of the contract. After a 401 it refreshes the session (all calls
 * that fail at the same time share one refresh) and repeats the call once. Throws an ApiError with the server's message,
 * else with the text of product.md §8.
 */
export async function call<Input extends Parts, Output>(
  endpoint: Call<Input, Output>,
  ...[input, options = {}]: Arguments<Input>
): Promise<Output> {
  const send = () => sendRequest(endpoint, (input ?? {}) as Parts, options);
  let response = await send();
  if (response.status === 401 && endpoint.access !== 'public') {
    const signedIn = hasSession();
    const refreshed = await refreshSession().catch((error: unknown) => {
      throw error instanceof ApiError ? new ApiError(fallbackMessage(endpoint), 0, error.code) : error;
    });
    if (refreshed.ok) response = await send();
    // No response or a busy server does not end the session: report the failure, so that the client can try again.
    else if (refreshed.status !== 401) throw await readError(endpoint, refreshed.clone());
    // The client did not sign out here, so say why the page changes.
    else if (signedIn && !hasSession()) showToast('You have been signed out. Please sign in again.', 'error');
  }
  syncSession();
  if (!response.ok) throw await readError(endpoint, response);
  return (await readBody(response)) as Output;
}

let refreshing: Promise<Response> | undefined;

/** One refresh at a time, shared by all calls. */
function refreshSession(): Promise<Response> {
  refreshing ??= sendRequest(refreshToken, {}, { timeoutMs: REFRESH_TIMEOUT_MS }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}
