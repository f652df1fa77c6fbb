import { queryOptions } from '@tanstack/react-query';
import { getAllWellnessServices } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';

/** The services of the practice; null is an empty list (product.md §7.1). */
export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: async ({ signal }) => (await call(getAllWellnessServices, {}, { signal })) ?? [],
});
