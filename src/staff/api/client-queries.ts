import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { staffClientFile, staffClient, staffClients } from '#contract/staff.calls.ts';
import type { ClientList } from '#contract/clients.schemas.ts';
import type { ClientFilter, ClientSort } from '#domain/people/client-list.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { HEALTH } from '#staff/api/unlock.ts';

/** The most characters that are searched for; a field says if there are more. */
export const SEARCH_LIMIT = 100;
const searched = (q: string) => q.slice(0, SEARCH_LIMIT);

/** The clients who match a text; without one those who were here last. */
export const clientsQuery = (q: string) =>
  queryOptions({
    queryKey: ['staff', 'clients', q],
    queryFn: ({ signal }) => callStaff(staffClients, { query: q ? { q: searched(q) } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What narrows and orders the list; what is missing changes nothing. */
export type ClientListState = {
  q?: string | undefined;
  filter?: ClientFilter | undefined;
  sort?: ClientSort | undefined;
};

/** The list of clients, page by page. */
export const clientListQuery = (state: ClientListState) => ({
  queryKey: ['staff', 'client-list', state] as const,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
    callStaff(
      staffClients,
      {
        query: {
          ...state,
          ...(state.q ? { q: searched(state.q) } : {}),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
      },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: ClientList) => last.next,
  placeholderData: keepPreviousData,
});

/** The page of one client. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'client', id],
    queryFn: ({ signal }) => callStaff(staffClient, { params: { id } }, { signal }),
  });

/** Notes with pictures over a slow connection. */
const FILE_TIMEOUT_MS = 60_000;

/** A page of what was written about a client. `after`: `next` of the page before. `from`: where the first page begins. */
export const clientFileQuery = (id: string, place: { after?: string; from?: string | undefined }) => ({
  queryKey: [HEALTH, 'client-file', id, place] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callStaff(staffClientFile, { params: { id }, query: place }, { signal, timeoutMs: FILE_TIMEOUT_MS }),
});
