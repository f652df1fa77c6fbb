import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { endedSession } from '#staff/client/session.ts';
import type { ApiError } from '#web/client/request.ts';

/** How often a visible screen asks for changes. */
const POLL_MS = 10_000;

/** A query that stays fresh: asked again every 10 s while the page is visible, and at once when it becomes visible. */
export function useFreshQuery<Answer, Key extends QueryKey>(
  options: UseQueryOptions<Answer, Error, Answer, Key>,
): UseQueryResult<Answer, ApiError> {
  return useQuery({
    ...options,
    staleTime: 0,
    refetchInterval: () => (endedSession.get() ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  }) as UseQueryResult<Answer, ApiError>;
}
