import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { hasDrafts } from '#web/api/drafts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';
import { ProgressLine } from '#web/ui/progress-line.tsx';

/** Returns whether the client is signed out; shows a toast if not. */
async function requestSignOut(): Promise<boolean> {
  try {
    // Loaded on demand, because public pages do not load the query cache.
    const { signOut } = await import('#web/api/sign-out.ts');
    return await signOut();
  } catch {
    // The module could not be loaded: no connection (product.md §8.5).
    showToast('Failed to sign out', 'error');
    return false;
  }
}

/**
 * Signs out and navigates to the landing page. Asks for confirmation first if there are drafts, because signing out
 * deletes them. The caller sets the style.
 */
export function SignOutButton({
  className,
  children = 'Sign Out',
  onDone,
}: {
  className?: string;
  children?: ReactNode;
  /** Called once the client is signed out, before the page changes. */
  onDone?: () => void;
}) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);

  const leave = async () => {
    setLeaving(true);
    const signedOut = await requestSignOut();
    setLeaving(false);
    setAsking(false);
    if (!signedOut) return;
    onDone?.();
    await navigate('/');
  };

  return (
    <>
      <button
        type="button"
        className={className}
        disabled={leaving}
        onClick={() => (hasDrafts(now().getTime()) ? setAsking(true) : void leave())}
      >
        {children}
      </button>
      {/* The menu with the button has closed, so only this shows progress. */}
      {leaving && !asking && createPortal(<ProgressLine />, document.body)}
      {asking &&
        // In the body, because the menu that contains the button closes and hides its content.
        createPortal(
          <ConfirmDialog
            open
            title="Sign out and lose your drafts?"
            confirmLabel="Sign Out"
            cancelLabel="Stay signed in"
            busy={leaving}
            onConfirm={() => void leave()}
            onClose={() => setAsking(false)}
          >
            <p>
              There is something on this device that you have written and not sent yet. It is kept here only
              while you are signed in, so signing out removes it.
            </p>
          </ConfirmDialog>,
          document.body,
        )}
    </>
  );
}
