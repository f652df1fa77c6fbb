import { showToast } from '#web/ui/toast.tsx';

/** Every page that cannot be loaded keeps the current one, shows this, and retries (decision 0024). */
export const NOT_LOADED = 'Couldn’t load this page. Retrying…';

/** Doubled after every failure, up to the last. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** Loads the code of a page: the navigation waits and retries, and the visitor can click another link meanwhile. */
export async function loadPage<Page>(load: () => Promise<Page>, wait = FIRST_RETRY_MS): Promise<Page> {
  try {
    return await load();
  } catch (error) {
    // The server no longer has the code, for example after an update.
    if (error instanceof Error && error.cause === 404) {
      location.reload();
      return await new Promise<never>(() => undefined);
    }
    if (wait === FIRST_RETRY_MS) showToast(NOT_LOADED, 'error');
    await delay(wait);
    return await loadPage(load, Math.min(2 * wait, LAST_RETRY_MS));
  }
}

/** Resolves after `ms`, or as soon as the browser is online again. */
const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
