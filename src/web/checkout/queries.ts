import { queryOptions } from '@tanstack/react-query';
import { checkoutStatus } from '#contract/checkout.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { getForms } from '#contract/forms.calls.ts';
import { call } from '#web/client/api.ts';

export type CheckoutStatus = OutputOf<typeof checkoutStatus>;

/** First pause between two questions, and the longest, in milliseconds. */
const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 8_000;

/** How a checkout stands; asked again and again, ever more slowly, until the payment is settled. */
export const statusQuery = (session_id: string) =>
  queryOptions({
    queryKey: ['checkout-status', session_id],
    queryFn: ({ signal }) => call(checkoutStatus, { query: { session_id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'PROCESSING'
        ? Math.min(FIRST_PAUSE_MS * 1.4 ** state.dataUpdateCount, LONGEST_PAUSE_MS)
        : false,
  });

/** The forms that a client still owes. Handing one in makes everything under 'forms' stale, so this is asked anew. */
export const formsDueQuery = queryOptions({
  queryKey: ['forms', 'due'],
  queryFn: async ({ signal }) => (await call(getForms, { query: {} }, { signal })).required_forms,
});
