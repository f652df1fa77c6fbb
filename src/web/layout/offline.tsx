import { useEffect } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { showToast } from '#web/ui/toast.tsx';

/** One rule for every page: keep what is shown, say this, and try again (decision 0024). */
export const NOT_LOADED = 'Couldn’t load this page. Retrying…';

/** How long until the next try, in milliseconds; doubled each time, up to the last. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** How browsers word a fetch without an answer: Chromium, Firefox, Safari. */
const NO_ANSWER = /failed to fetch|networkerror|load failed/i;

export const isOffline = (error: unknown): boolean =>
  error instanceof TypeError && NO_ANSWER.test(error.message);

/** In place of a page whose data could not be loaded: tries again with back-off, and when the line is back. */
export function NotLoaded() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const retryAfter = (ms: number) => {
      timer = setTimeout(() => {
        void revalidate();
        retryAfter(Math.min(2 * ms, LAST_RETRY_MS));
      }, ms);
    };
    retryAfter(FIRST_RETRY_MS);
    const retryNow = () => void revalidate();
    addEventListener('online', retryNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retryNow);
    };
  }, [revalidate]);
  return (
    <p role="status" className="wrap quiet">
      {NOT_LOADED}
    </p>
  );
}

/**
 * Offline, a link to another page would end in an error in place of what is shown. It is followed when the line is
 * back, unless another link is pressed or the page is left in the meantime.
 */
export function useLinksOffline(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wanted: string | null = null;
    const onClick = (event: MouseEvent) => {
      if (navigator.onLine || event.defaultPrevented || !(event.target instanceof Element)) return;
      const link = event.target.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.origin !== location.origin || link.target || link.download || isHere(link.pathname))
        return;
      event.preventDefault();
      wanted = link.href.slice(location.origin.length);
      showToast(NOT_LOADED, 'trouble');
    };
    const onOnline = () => {
      if (wanted !== null) void navigate(wanted);
      wanted = null;
    };
    const onLeave = () => (wanted = null);
    document.addEventListener('click', onClick, true);
    addEventListener('online', onOnline);
    addEventListener('popstate', onLeave);
    return () => {
      document.removeEventListener('click', onClick, true);
      removeEventListener('online', onOnline);
      removeEventListener('popstate', onLeave);
    };
  }, [navigate]);
}

/** What needs no network: the same page with another search or anchor, and the profile's screens among themselves. */
function isHere(path: string): boolean {
  const inProfile = (each: string) => /^\/profile(\/|$)/.test(each);
  return path === location.pathname || (inProfile(path) && inProfile(location.pathname));
}
