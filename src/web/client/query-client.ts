import { QueryClient } from '@tanstack/react-query';
import { getUser } from '#contract/users.calls.ts';
import { ApiError, call } from '#web/client/api.ts';
import { hasSession, onSessionChange } from '#web/client/session-mark.ts';
import { sessionQuery } from '#web/client/session.ts';

/**
 * Server data is fresh for half a minute; only a call that got no answer at all is made once more. Whether there is a
 * network is found out by trying: told by the browser that there is none, a call would wait without a word, also where
 * the site runs on the same machine.
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

/** The one cache of this browser; on the server a new one for every answer, so that none leaks into another. */
export function queryClient(): QueryClient {
  if (typeof document === 'undefined') return createQueries();
  shared ??= createBrowserQueries();
  return shared;
}

/**
 * Forgets everything once the login has ended, here or in another tab. This tab need not have heard of the end before
 * it hears that another login has begun: then it asks whose that is.
 */
function createBrowserQueries(): QueryClient {
  const queries = createQueries();
  let login = hasSession();
  onSessionChange(() => {
    const before = login;
    login = hasSession();
    if (!login) queries.clear();
    else if (before) void resetForOtherClient(queries);
  });
  return queries;
}

/** What is open stays open for the same client, and is asked for anew for anybody else. */
async function resetForOtherClient(queries: QueryClient): Promise<void> {
  const known = queries.getQueryData(sessionQuery.queryKey);
  const account = await call(getUser).catch(() => null);
  if (!known || account?.email !== known.email) await queries.resetQueries();
}
