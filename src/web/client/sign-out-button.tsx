import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { hasDrafts } from '#web/client/drafts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';
import { WaitingLine } from '#web/ui/waiting-line.tsx';

/** Tells whether the client is signed out; else a toast has said that she is not. */
async function requestSignOut(): Promise<boolean> {
  try {
    // Loaded on demand: the drawer of a landing page has no need of the query cache.
    const { signOut } = await import('#web/client/sign-out.ts');
    return await signOut();
  } catch {
    // Without a network the module cannot be loaded (product.md §8.5).
    showToast('Failed to sign out', 'trouble');
    return false;
  }
}

/**
 * Signs out and goes home. Asks first when something typed on this device has not been sent, because it goes too.
 * The look is the caller's.
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
    const left = await requestSignOut();
    setLeaving(false);
    setAsking(false);
    if (!left) return;
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
      {/* The menu that it stood in has closed: nothing else says that it was heard. */}
      {leaving && !asking && createPortal(<WaitingLine />, document.body)}
      {asking &&
        // At the end of the page: the menu that the button stands in closes and hides what is in it.
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
