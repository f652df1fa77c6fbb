import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getWaitlist, joinWaitlist, leaveWaitlist } from '#contract/client.calls.ts';
import type { BodyOf, InputOf } from '#contract/call.ts';
import { type ApiError, call } from '#web/api/api.ts';

/** The line whose next place is asked for. */
export type Line = NonNullable<InputOf<typeof getWaitlist>['query']>;

/** The client's places in line and the offers that run; with a line, also the place that one more would get. */
export const waitlistQuery = (line: Line = {}) =>
  queryOptions({
    queryKey: ['waitlist', line],
    queryFn: ({ signal }) => call(getWaitlist, { query: line }, { signal }),
    staleTime: 0,
  });

/** Asks for everything that a change of the waitlist shows elsewhere. */
export function useWaitlistChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(['waitlist', 'bookings'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}

export function useJoin() {
  const onSuccess = useWaitlistChanged();
  return useMutation<unknown, ApiError, BodyOf<typeof joinWaitlist>>({
    mutationFn: (body) => call(joinWaitlist, { body }),
    onSuccess,
  });
}

export function useLeave() {
  const onSuccess = useWaitlistChanged();
  return useMutation<unknown, ApiError, string>({
    mutationFn: (id) => call(leaveWaitlist, { query: { id } }),
    onSuccess,
  });
}
