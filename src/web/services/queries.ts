import { queryOptions } from '@tanstack/react-query';
import { getAllWellnessServices } from '#contract/services.calls.ts';
import { call } from '#web/api.ts';

/** What the practice offers; null is nothing (spec §7). */
export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: async ({ signal }) => (await call(getAllWellnessServices, {}, { signal })) ?? [],
});
