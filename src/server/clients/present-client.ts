import type { Chip } from '#contract/agenda.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { nameOr } from '#domain/people/personal.ts';
import { namesOf } from '../agenda/present-session.ts';
import type { ClientData } from './list-store.ts';

/** Presents a client to staff (rules.md §9). */
export function presentClient(data: ClientData): Client {
  const { last_visit_id, last_visit_at, next_visit_id, next_visit_at } = data;
  return {
    id: data.id,
    ...namesOf(data),
    first_name: nameOr(data.first_name, ''),
    last_name: nameOr(data.last_name, ''),
    pronouns: data.pronouns,
    phone: data.phone,
    email: data.email,
    address: data.address,
    has_login: data.has_login,
    invited_at: data.has_login ? null : (data.invited_at?.toISOString() ?? null),
    house_call_approved: data.house_call_approved,
    marked_known: data.marked_known,
    visits: data.visits,
    last_visit: visitOf(last_visit_id, last_visit_at),
    next_visit: visitOf(next_visit_id, next_visit_at),
    house_call_requested_at: data.house_call_requested_at?.toISOString() ?? null,
    chips: chipsOf(data),
    updated_at: data.updated_at.toISOString(),
  };
}

const visitOf = (booking_id: string | null, at: Date | null) =>
  booking_id !== null && at !== null ? { booking_id, start_time: at.toISOString() } : null;

/** What is worth knowing before the next visit. A price that the client still chooses has no amount (decision 0044). */
function chipsOf(data: ClientData): Chip[] {
  const { next_visit_id, last_visit_id, forms_missing, balance_cents } = data;
  return [
    ...(next_visit_id !== null && last_visit_id === null ? [{ kind: 'FIRST_VISIT' } as const] : []),
    ...(data.has_new_answers ? [{ kind: 'NEW_ANSWERS' } as const] : []),
    ...(balance_cents > 0
      ? [{ kind: 'BALANCE', cents: balance_cents } as const]
      : data.has_open_price
        ? [{ kind: 'BALANCE' } as const]
        : []),
    ...(forms_missing ? [{ kind: 'FORMS', missing: forms_missing } as const] : []),
  ];
}
