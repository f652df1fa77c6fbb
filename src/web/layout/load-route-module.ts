import { NOT_LOADED } from '#web/layout/offline.tsx';
import { showToast } from '#web/ui/toast.tsx';

type RouteWithModule = { id: string; module: string; imports?: readonly string[] };

/** Doubled after every failure, up to the last. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/**
 * Loads the code of a page. Replaces the router's function of this name (vite.config.ts), which reloads the document after
 * a failure, so the current page would lose what was typed in it. Here the navigation waits and retries, and the visitor
 * can click another link meanwhile (decision 0024).
 */
export async function loadRouteModule<Module>(
  route: RouteWithModule,
  cache: Record<string, Module>,
): Promise<Module> {
  for (let wait = FIRST_RETRY_MS; !(route.id in cache); wait = Math.min(2 * wait, LAST_RETRY_MS)) {
    try {
      cache[route.id] = (await import(/* @vite-ignore */ route.module)) as Module;
    } catch {
      if (isGone(route)) {
        location.reload();
        return await new Promise<never>(() => undefined);
      }
      if (wait === FIRST_RETRY_MS) showToast(NOT_LOADED, 'error');
      await delay(wait);
    }
  }
  return cache[route.id]!;
}

/** True if the server no longer has the code, for example after an update: then the document must be reloaded. */
function isGone({ module, imports = [] }: RouteWithModule): boolean {
  return [module, ...imports].some((path) => {
    const [last] = performance.getEntriesByName(new URL(path, location.href).href).slice(-1);
    return (last as PerformanceResourceTiming | undefined)?.responseStatus === 404;
  });
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
