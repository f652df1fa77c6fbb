import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Somebody was sent a code on this screen. */
type PendingVerification = {
  email: string;
  /** Epoch milliseconds. */
  sent_at: number;
  /** Names the request of a reset code; null for other codes and where there is none. */
  reset_id?: string | null;
};

/**
 * Keeps with this entry of the browser's history that a code is on its way: while somebody reads her mail a phone may
 * drop the page, and from the beginning she could not ask again for half a minute. A new visit begins at the
 * beginning. `restore` is called once, if this entry has been waiting before; the answer says it or takes it back.
 */
export function usePendingVerification(
  restore: (waiting: PendingVerification) => void,
): (waiting: PendingVerification | null) => void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const takeUp = useEffectEvent(() => {
    const waiting = waitingIn(state);
    if (waiting) restore(waiting);
  });
  // After mount, because a reload keeps the state that the server never sees.
  useLayoutEffect(() => takeUp(), []);
  return (waiting) =>
    void navigate({ search }, { replace: true, state: waiting && { waiting }, preventScrollReset: true });
}

function waitingIn(state: unknown): PendingVerification | null {
  const {
    email,
    sent_at,
    reset_id = null,
  } = (state as { waiting?: Partial<PendingVerification> } | null)?.waiting ?? {};
  return typeof email === 'string' && typeof sent_at === 'number' ? { email, sent_at, reset_id } : null;
}
