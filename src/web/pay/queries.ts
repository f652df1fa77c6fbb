import { queryOptions } from '@tanstack/react-query';
import { paymentLink } from '#contract/payment-links.calls.ts';
import { call } from '#web/client/api.ts';

/** The interval in which the page asks whether a payment has arrived, in milliseconds. */
const POLL_MS = 2_000;

/** What a link asks for. With `until_paid` it is asked again until nothing is left. */
export const linkQuery = (token: string, { until_paid = false } = {}) =>
  queryOptions({
    queryKey: ['payment-link', token],
    queryFn: ({ signal }) => call(paymentLink, { params: { token } }, { signal }),
    // What is left may have been paid in another tab or at the visit.
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (until_paid && state.data?.total_cents !== 0 ? POLL_MS : false),
  });
