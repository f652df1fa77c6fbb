import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A code was sent from this screen. */
type PendingVerification = {
  email: string;
  /** Epoch milliseconds. */
  sent_at: number;
  /** Identifies the request of a reset code; null for other codes. */
  reset_id?: string | null;
};

/**
 * Stores in the browser's history entry that a code was sent: a phone may unload the page while the client reads their
 * mail, and starting over they could not request another code for half a minute. A new visit starts at the first step.
 * Calls `restore` once if this entry has a pending verification. Returns a function that sets or clears it.
 */
export function usePendingVerification(
  restore: (waiting: PendingVerification) => void,
): (waiting: PendingVerification | null) => void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const restorePending = useEffectEvent(() => {
    const waiting = pendingIn(state);
    if (waiting) restore(waiting);
  });
  // After mount, because a reload keeps the state that the server never sees.
  useLayoutEffect(() => restorePending(), []);
  return (waiting) =>
    void navigate({ search }, { replace: true, state: waiting && { waiting }, preventScrollReset: true });
}

function pendingIn(state: unknown): PendingVerification | null {
  const {
    email,
    sent_at,
    reset_id = null,
  } = (state as { waiting?: Partial<PendingVerification> } | null)?.waiting ?? {};
  return typeof email === 'string' && typeof sent_at === 'number' ? { email, sent_at, reset_id } : null;
}
