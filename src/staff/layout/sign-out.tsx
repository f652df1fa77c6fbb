import { type ReactNode, useState } from 'react';
import { staffSignOut } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { countDeviceDrafts, dropDeviceDrafts } from '#staff/api/device-store.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { showToast } from '#web/ui/toast.tsx';

const ConfirmDialog = onDemand(async () => (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog);

type SignOut = {
  signOut: () => void;
  isPending: boolean;
  /** Asks first where a note in this browser is not saved yet. */
  question: ReactNode;
};

/** Ends the session. The page is loaded anew, so that nothing about clients stays in its memory or in the browser. */
export function useSignOut(): SignOut {
  const [unsaved, setUnsaved] = useState(0);
  const leave = async () => {
    await dropDeviceDrafts();
    window.location.assign('/staff/sign-in');
  };
  const action = useAction();
  const signOut = () =>
    action.ask(() => callStaff(staffSignOut), {
      done: leave,
      refused: (error) => {
        if (error.status === 401) void leave();
        else showToast(error.message, 'error');
      },
    });
  const ask = async () => {
    const count = await countDeviceDrafts();
    if (count > 0) setUnsaved(count);
    else signOut();
  };
  return {
    signOut: () => void ask(),
    isPending: action.isPending,
    question: unsaved > 0 && (
      <ConfirmDialog
        open
        title="Sign out with unsaved notes?"
        confirmLabel="Sign out"
        cancelLabel="Not now"
        danger
        busy={action.isPending}
        onConfirm={signOut}
        onClose={() => setUnsaved(0)}
      >
        <p>
          {unsaved === 1 ? 'One note' : `${unsaved} notes`} in this browser{' '}
          {unsaved === 1 ? 'isn’t' : 'aren’t'} saved yet. Signing out removes what you typed.
        </p>
      </ConfirmDialog>
    ),
  };
}
