import { updateUser } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';
import { MESSAGES } from '#web/api/error-messages.ts';
import type { ProfileInput } from '#web/profile/profile-values.ts';
import { useKeepUser } from '#web/api/session.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Saves the changed fields and shows a toast. */
export function useSaveProfile(): (changes: Partial<ProfileInput>) => Promise<void> {
  const keepUser = useKeepUser();
  return async (changes) => {
    const { data } = await call(updateUser, { body: changes });
    await keepUser(data);
    showToast(MESSAGES.profile.updated);
  };
}
