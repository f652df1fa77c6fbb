import { useEffect } from 'react';
import { unlockedUntil } from '#staff/client/unlock.ts';
import { lock } from '#staff/unlock/lock.ts';
import { LockIcon } from '#web/ui/icons/lock.tsx';
import { useStore } from '#web/ui/store.ts';

/** True while health data is open. */
export const useIsUnlocked = (): boolean => useStore(unlockedUntil) !== null;

/** Locks health data; nothing while it is locked. */
export function LockButton({ onLock }: { onLock?: () => void }) {
  if (!useIsUnlocked()) return null;
  return (
    <button
      type="button"
      className="staff-lock"
      aria-keyshortcuts="Control+L Meta+L"
      onClick={() => {
        lock();
        onLock?.();
      }}
    >
      <LockIcon />
      <span>Lock</span>
    </button>
  );
}

/** `Ctrl/⌘ L` locks while health data is open. Else it is the browser's. */
export function LockKey() {
  const isUnlocked = useIsUnlocked();
  useEffect(() => {
    if (!isUnlocked) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'l' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      lock();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isUnlocked]);
  return null;
}
