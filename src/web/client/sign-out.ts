import { signOut as endLogin } from '#contract/auth.calls.ts';
import { call } from '#web/client/api.ts';
import { wordsFor } from '#web/client/error-messages.ts';
import { forgetClient } from '#web/client/clear-client-state.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Ends the login at the server and forgets everything that was loaded for it. Tells whether it worked. */
export async function signOut(): Promise<boolean> {
  try {
    await call(endLogin);
  } catch (error) {
    showToast(wordsFor(error), 'trouble');
    return false;
  }
  forgetClient();
  return true;
}
