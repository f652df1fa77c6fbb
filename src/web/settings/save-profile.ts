import { updateUser } from '#contract/users.calls.ts';
import { call } from '#web/api.ts';
import { MESSAGES } from '#web/messages.ts';
import type { PersonInput } from '#web/session/person-values.ts';
import { useKeepUser } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Saves what the client changed about herself, and says so. */
export function useSaveProfile(): (changes: Partial<PersonInput>) => Promise<void> {
  const keepUser = useKeepUser();
  return async (changes) => {
    const { data } = await call(updateUser, { body: changes });
    await keepUser(data);
    showToast(MESSAGES.profile.updated);
  };
}
