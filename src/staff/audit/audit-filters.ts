import { isLocalDate } from '#domain/time/calendar.ts';

export const AUDIT_KINDS = ['BOOKING', 'CLIENT', 'STAFF', 'READ', 'OWN'] as const;
export const KIND_LABELS = {
  BOOKING: 'Bookings',
  CLIENT: 'Clients',
  STAFF: 'Staff and security',
  READ: 'Health data',
  OWN: 'Clients’ own data',
} as const;

/** What the address asks for. Undefined: everything, but what clients did with their own data. */
export type AuditFilters = {
  staff?: string | undefined;
  client?: string | undefined;
  kind?: (typeof AUDIT_KINDS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Reads the address; what makes no sense counts as missing. */
export function readAuditFilters(search: URLSearchParams): AuditFilters {
  const filters: AuditFilters = {};
  for (const name of ['staff', 'client'] as const) {
    const value = search.get(name);
    if (value && UUID.test(value)) filters[name] = value;
  }
  for (const name of ['from', 'to'] as const) {
    const value = search.get(name);
    if (value && isLocalDate(value)) filters[name] = value;
  }
  const kind = AUDIT_KINDS.find((each) => each === search.get('kind'));
  if (kind) filters.kind = kind;
  return filters;
}
