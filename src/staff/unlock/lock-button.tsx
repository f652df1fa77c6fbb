import { useEffect } from 'react';
import { Lock } from 'lucide';
import { unlockedUntil, lockNow } from '#staff/api/unlock.ts';
import { useStore } from '#web/ui/store.ts';
import { staffLock } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ApiError } from '#web/api/request.ts';
import { Icon } from '#web/ui/icon.tsx';

/** True while health data is open. */
export const useIsUnlocked = (): boolean => useStore(unlockedUntil) !== null;

/** Locks health data; nothing while it is locked. */
export function LockButton({ onLock }: { onLock?: () => void }) {
  if (!useIsUnlocked()) return null;
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+L Meta+L"
      onClick={() => {
        lock();
        onLock?.();
      }}
    >
      <Icon of={Lock} />
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

const RETRY_MS = 2000;

/** Hides health data at once and locks the session. Without a network it is tried again until the server has heard it. */
const lock = (): void => void lockNow(sendLock);

async function sendLock(): Promise<void> {
  try {
    await callStaff(staffLock);
  } catch (error) {
    // A session that has ended is locked.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await sendLock();
  }
}
