import { NavLink } from 'react-router';
import { FileText, LogOut, Moon, Settings, Shield } from 'lucide';
import { PracticeLinks, PrivacyButton } from '#staff/layout/rail-items.tsx';
import { useSignOut } from '#staff/layout/sign-out.tsx';
import { LockButton } from '#staff/unlock/lock-button.tsx';
import { toggleTheme } from '#web/ui/theme.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** On phones: what has no place in the bar at the bottom. */
export function MoreSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signOut, isPending, question } = useSignOut();
  return (
    <>
      <Dialog open={open} onClose={onClose} title="More" width="narrow">
        <div className="more-list grid grid-cols-[1fr_1fr] gap-2">
          <PracticeLinks onClick={onClose} />
          <NavLink to="/settings" onClick={onClose}>
            <Icon of={Settings} />
            Settings
          </NavLink>
          <NavLink to="/audit" onClick={onClose}>
            <Icon of={FileText} />
            Audit log
          </NavLink>
          <NavLink to="/security" onClick={onClose}>
            <Icon of={Shield} />
            Security
          </NavLink>
          <LockButton onLock={onClose} />
          <PrivacyButton />
          <button type="button" onClick={toggleTheme}>
            <Icon of={Moon} />
            Light or dark
          </button>
          <button type="button" aria-disabled={isPending || undefined} onClick={signOut}>
            <Icon of={LogOut} />
            Sign out
          </button>
        </div>
      </Dialog>
      {question}
    </>
  );
}
