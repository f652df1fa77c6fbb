import { QueryClient } from '@tanstack/react-query';
import { getUser } from '#contract/client.calls.ts';
import { ApiError, call } from '#web/api/api.ts';
import { hasSession, onSessionChange } from '#web/api/session-mark.ts';
import { sessionQuery } from '#web/api/session.ts';

/**
 * Server data stays fresh for 30 seconds; only a call without any response is retried, once. `networkMode: 'always'`:
 * otherwise calls wait silently when the browser reports that it is offline, even if the site runs on the same machine.
 */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0,
        retryDelay: 400,
      },
    },
  });
}

let shared: QueryClient | undefined;

/** One cache per browser tab; on the server one per request, so that no data leaks from one to another. */
export function queryClient(): QueryClient {
  if (typeof document === 'undefined') return createQueries();
  shared ??= createBrowserQueries();
  return shared;
}

/**
 * Clears the cache when the session ends, here or in another tab. This tab may learn of a new session without having
 * seen the end of the last one; then it asks the server who is signed in.
 */
function createBrowserQueries(): QueryClient {
  const queries = createQueries();
  let signedIn = hasSession();
  onSessionChange(() => {
    const before = signedIn;
    signedIn = hasSession();
    if (!signedIn) queries.clear();
    else if (before) void resetForOtherClient(queries);
  });
  return queries;
}

/** Keeps the data of the same client; reloads it for another one. */
async function resetForOtherClient(queries: QueryClient): Promise<void> {
  const known = queries.getQueryData(sessionQuery.queryKey);
  const account = await call(getUser).catch(() => null);
  if (!known || account?.email !== known.email) await queries.resetQueries();
}
