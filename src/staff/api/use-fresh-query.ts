import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { endedSession } from '#staff/api/session.ts';
import type { ApiError } from '#web/api/request.ts';

/** How often a visible screen asks for changes. */
const POLL_MS = 10_000;
/** An answer of this age is not asked for again by a screen that opens. */
const FRESH_MS = 1_000;
/** The answers that the page has brought along. The code of the first screen, which shows them, may take seconds to load. */
export const firstAnswers = new WeakSet<object>();
const FRESH = {
  staleTime: ({ state }: { state: { data: unknown } }) =>
    firstAnswers.has(state.data as object) ? POLL_MS : FRESH_MS,
  refetchInterval: () => (endedSession.get() ? false : POLL_MS),
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

/** A query that stays fresh: asked again every 10 s while the page is visible, and at once when it becomes visible. */
export function useFreshQuery<Answer, Key extends QueryKey>(
  options: UseQueryOptions<Answer, Error, Answer, Key>,
): UseQueryResult<Answer, ApiError> {
  return useQuery({ ...options, ...FRESH }) as UseQueryResult<Answer, ApiError>;
}

/** The same for a list that is read page by page: all pages that are shown are asked for again. */
export function useFreshPages<Answer, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Answer, Error, InfiniteData<Answer, Param>, Key, Param>,
): UseInfiniteQueryResult<InfiniteData<Answer, Param>, ApiError> {
  return useInfiniteQuery({ ...options, ...FRESH }) as UseInfiniteQueryResult<
    InfiniteData<Answer, Param>,
    ApiError
  >;
}
