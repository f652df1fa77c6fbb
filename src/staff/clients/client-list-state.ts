import {
  CLIENT_FILTERS,
  CLIENT_SORTS,
  type ClientFilter,
  type ClientSort,
} from '#domain/people/client-list.ts';
import type { ClientListState } from '#staff/api/client-queries.ts';

export const FILTER_LABELS: Readonly<Record<ClientFilter, string>> = {
  UPCOMING: 'Upcoming',
  FIRST_VISIT: 'First visit',
  NOT_SEEN: 'Not seen for 3 months',
  BALANCE: 'Balance',
  FORMS_MISSING: 'Forms missing',
  HOUSE_CALLS: 'House calls',
  NO_LOGIN: 'No login',
};
export const SORT_LABELS: Readonly<Record<ClientSort, string>> = {
  LAST_VISIT: 'Last visit',
  NEXT_VISIT: 'Next visit',
  NAME: 'Name',
};
/** A shown list without anybody in it. */
export const EMPTY_TEXTS: Readonly<Record<ClientFilter, string>> = {
  UPCOMING: 'Nobody has a visit to come.',
  FIRST_VISIT: 'Nobody comes for the first time.',
  NOT_SEEN: 'Everybody has been here within 3 months, or comes again.',
  BALANCE: 'Nobody has anything left to pay.',
  FORMS_MISSING: 'Nobody who comes has a form missing.',
  HOUSE_CALLS: 'Nobody may book house calls.',
  NO_LOGIN: 'Everybody has a login.',
};

const inAddress = (value: string) => value.toLowerCase().replaceAll('_', '-');

/** Reads the list from its address: ?q=maren&filter=not-seen&sort=name */
export function readListState(address: URLSearchParams): ClientListState {
  const q = address.get('q')?.trim();
  const filter = CLIENT_FILTERS.find((each) => inAddress(each) === address.get('filter'));
  const sort = CLIENT_SORTS.find((each) => inAddress(each) === address.get('sort'));
  return { ...(q ? { q } : {}), ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) };
}

export function writeListState({ q, filter, sort }: ClientListState): URLSearchParams {
  const address = new URLSearchParams();
  if (q) address.set('q', q);
  if (filter) address.set('filter', inAddress(filter));
  if (sort) address.set('sort', inAddress(sort));
  return address;
}

/** The order of a list for which none was chosen; null: who fits best comes first. */
export const shownSort = ({ q, sort }: ClientListState): ClientSort | null =>
  sort ?? (q ? null : 'LAST_VISIT');
