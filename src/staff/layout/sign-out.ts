import { useMutation } from '@tanstack/react-query';
import { staffSignOut } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import type { ApiError } from '#web/client/request.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Ends the session. The page is loaded anew, so that nothing about clients stays in its memory. */
export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const { mutate, isPending } = useMutation<unknown, ApiError>({
    mutationFn: () => callStaff(staffSignOut),
    onSuccess: () => window.location.assign('/staff/sign-in'),
    onError: (error) => {
      if (error.status === 401) window.location.assign('/staff/sign-in');
      else showToast(error.message, 'error');
    },
  });
  return { signOut: () => mutate(), isPending };
}
