import { signOut as requestSignOut } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { clearClientState } from '#web/api/clear-client-state.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Ends the session on the server and clears the client's data from this browser. Returns whether it worked. */
export async function signOut(): Promise<boolean> {
  try {
    await call(requestSignOut);
  } catch (error) {
    showToast(errorMessage(error), 'error');
    return false;
  }
  clearClientState();
  return true;
}
