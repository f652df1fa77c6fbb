import type { Client } from '#contract/clients.schemas.ts';
import { fullName, shortName } from '#domain/names.ts';
import { WITHOUT_NAME } from '../agenda/present-session.ts';
import type { ClientData } from './store.ts';

/** Presents a client to staff (rules.md §9). */
export function presentClient(data: ClientData): Client {
  const { first_name, last_name, last_visit_id, last_visit_at, next_visit_id, next_visit_at } = data;
  return {
    id: data.id,
    name: fullName({ first_name, last_name }) || WITHOUT_NAME,
    short_name: shortName({ first_name, last_name }) || WITHOUT_NAME,
    first_name,
    last_name,
    pronouns: data.pronouns,
    phone: data.phone,
    email: data.email,
    address: data.address,
    has_login: data.has_login,
    invited_at: data.has_login ? null : (data.invited_at?.toISOString() ?? null),
    house_call_approved: data.house_call_approved,
    visits: data.visits,
    last_visit: visitOf(last_visit_id, last_visit_at),
    next_visit: visitOf(next_visit_id, next_visit_at),
    updated_at: data.updated_at.toISOString(),
  };
}

const visitOf = (booking_id: string | null, at: Date | null) =>
  booking_id !== null && at !== null ? { booking_id, start_time: at.toISOString() } : null;
