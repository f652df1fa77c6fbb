import { useEffect, useState } from 'react';

/** Longer than other calls: the payment provider can be slow, and its page would be lost. */
export const PAYMENT_TIMEOUT_MS = 40_000;

/** Goes to the payment page. `isLeaving`: the browser is on its way there. */
export function useLeaving(): { isLeaving: boolean; leave: (url: string) => void } {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // After Back from the payment page the browser may restore this page as it was left.
    const onShow = () => setIsLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const leave = (url: string) => {
    setIsLeaving(true);
    window.location.assign(url);
  };
  return { isLeaving, leave };
}
