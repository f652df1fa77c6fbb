import { queryOptions } from '@tanstack/react-query';
import { checkoutStatus, getForms } from '#contract/client.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { call } from '#web/api/api.ts';

export type CheckoutStatus = OutputOf<typeof checkoutStatus>;

/** The first and the longest interval between two requests, in milliseconds. */
const FIRST_INTERVAL_MS = 700;
const MAX_INTERVAL_MS = 8_000;

/** The state of a checkout; polled with growing intervals until the payment is settled. */
export const statusQuery = (session_id: string) =>
  queryOptions({
    queryKey: ['checkout-status', session_id],
    queryFn: ({ signal }) => call(checkoutStatus, { query: { session_id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'PROCESSING'
        ? Math.min(FIRST_INTERVAL_MS * 1.4 ** state.dataUpdateCount, MAX_INTERVAL_MS)
        : false,
  });

/** The forms that a client has not submitted. Submitting one invalidates everything under 'forms', and so this query. */
export const formsDueQuery = queryOptions({
  queryKey: ['forms', 'due'],
  queryFn: async ({ signal }) => (await call(getForms, {}, { signal })).required_forms,
});
