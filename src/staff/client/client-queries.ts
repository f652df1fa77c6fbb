import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { staffClients } from '#contract/clients.calls.ts';
import { callStaff } from '#staff/client/call-staff.ts';

/** The clients who match a text; without one those who were here last. */
export const clientsQuery = (q: string) =>
  queryOptions({
    queryKey: ['staff', 'clients', q],
    queryFn: ({ signal }) => callStaff(staffClients, { query: q ? { q } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One client; null if there is none with this id. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'client', id],
    queryFn: async ({ signal }) =>
      (await callStaff(staffClients, { query: { id } }, { signal })).clients[0] ?? null,
  });
