import { NavLink } from 'react-router';
import { FileTextIcon, LogOutIcon, MoonIcon, SettingsIcon, ShieldIcon } from 'lucide-react';
import { PrivacyButton } from '#staff/layout/privacy-button.tsx';
import { PracticeLinks } from '#staff/layout/practice-links.tsx';
import { useSignOut } from '#staff/layout/sign-out.tsx';
import { LockButton } from '#staff/unlock/lock-button.tsx';
import { toggleTheme } from '#web/ui/theme.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** On phones: what has no place in the bar at the bottom. */
export function MoreSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signOut, isPending, question } = useSignOut();
  return (
    <>
      <Dialog open={open} onClose={onClose} title="More" width="narrow">
        <div className="more-list">
          <PracticeLinks onClick={onClose} />
          <NavLink to="/settings" onClick={onClose}>
            <SettingsIcon />
            Settings
          </NavLink>
          <NavLink to="/audit" onClick={onClose}>
            <FileTextIcon />
            Audit log
          </NavLink>
          <NavLink to="/security" onClick={onClose}>
            <ShieldIcon />
            Security
          </NavLink>
          <LockButton onLock={onClose} />
          <PrivacyButton />
          <button type="button" onClick={toggleTheme}>
            <MoonIcon />
            Light or dark
          </button>
          <button type="button" aria-disabled={isPending || undefined} onClick={signOut}>
            <LogOutIcon />
            Sign out
          </button>
        </div>
      </Dialog>
      {question}
    </>
  );
}
