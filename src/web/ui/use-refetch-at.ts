import { useEffect } from 'react';
import { now } from '#web/ui/use-now.ts';

/** Asks again just after a moment, when the answer changes: for example when the hour of a refund policy passes. */
export function useRefetchAt(moment: string | null, refetch: () => void): void {
  useEffect(() => {
    if (moment === null) return;
    const wait = Date.parse(moment) - now().getTime();
    // Timers cannot wait longer than 24 days.
    if (wait <= 0 || wait > 2 ** 31 - 1) return;
    const timer = setTimeout(refetch, wait + 250);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react/exhaustive-deps -- a new function for each render must not restart the timer
  }, [moment]);
}
