import { signOut as endLogin } from '#contract/auth.calls.ts';
import { call } from '#web/api.ts';
import { wordsFor } from '#web/messages.ts';
import { forgetClient } from '#web/session/forget-client.ts';
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
