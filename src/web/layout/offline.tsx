import { useEffect } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { NOT_LOADED } from '#web/ui/load-page.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Doubled after every failure, up to the last. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** The messages of a failed fetch in Chromium, Firefox and Safari. */
const NO_RESPONSE = /failed to fetch|networkerror|load failed/i;

export const isOffline = (error: unknown): boolean =>
  error instanceof TypeError && NO_RESPONSE.test(error.message);

/** Shown for a page whose data could not be loaded: retries with back-off, and when the browser is online again. */
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
 * Offline, following a link would replace the page with an error. Instead the link is followed when the browser is online
 * again, unless the visitor clicks another link or leaves the page meanwhile.
 */
export function useDeferredOfflineLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pendingLink: string | null = null;
    const onClick = (event: MouseEvent) => {
      if (navigator.onLine || event.defaultPrevented || !(event.target instanceof Element)) return;
      const link = event.target.closest<HTMLAnchorElement>('a[href]');
      if (
        !link ||
        link.origin !== location.origin ||
        link.target ||
        link.download ||
        needsNoNetwork(link.pathname)
      )
        return;
      event.preventDefault();
      pendingLink = link.href.slice(location.origin.length);
      showToast(NOT_LOADED, 'error');
    };
    const onOnline = () => {
      if (pendingLink !== null) void navigate(pendingLink);
      pendingLink = null;
    };
    const onLeave = () => (pendingLink = null);
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

/** True for the same page with another search or anchor, and between the screens of the profile. */
function needsNoNetwork(path: string): boolean {
  const inProfile = (each: string) => /^\/profile(\/|$)/.test(each);
  return path === location.pathname || (inProfile(path) && inProfile(location.pathname));
}
