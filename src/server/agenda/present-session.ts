import { practice } from '#content/public/practice.ts';
import type { Chip, SessionRow, TimeOff } from '#contract/agenda.schemas.ts';
import { normaliseAddress } from '#domain/people/address.ts';
import { balanceCents, isPriceOpen } from '#domain/visits/balance.ts';
import { fullName, shortName } from '#domain/people/names.ts';
import { nameOr } from '#domain/people/personal.ts';
import { weeksBetween } from '#domain/slots/series.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import type { AgendaData, AgendaRange, SessionData } from './store.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

type Named = { first_name: string | null; last_name: string | null };
const WITHOUT_NAME = 'No name yet';

/** A client's name in answers to staff: whole, short and the first one. */
export const namesOf = (client: Named) => ({
  name: nameOr(fullName(client), WITHOUT_NAME),
  short_name: nameOr(shortName(client), WITHOUT_NAME),
  first_name: nameOr(client.first_name, WITHOUT_NAME),
});

/** Presents a booking for Today, the calendar, the panel and the class roster (rules.md §9). Amounts never leave here. */
export function presentSession(data: SessionData): SessionRow {
  const names = namesOf(data);
  return {
    id: data.id,
    client:
      data.user_id === null
        ? null
        : {
            id: data.user_id,
            name: names.name,
            short_name: names.short_name,
            visits: nthVisit(data),
            phone: data.phone,
            has_email: data.has_email,
          },
    service_id: data.service_id,
    service_name: data.service_name,
    service_type: data.service_type,
    format: data.format,
    start_time: iso(data.start_time),
    end_time: iso(data.end_time),
    blocked_until: iso(data.blocked_until),
    status: data.status,
    place: data.location_type,
    location_name: data.location_name,
    ...(data.room !== null && { room: data.room }),
    address:
      data.location_type === 'HOUSE_CALL' && data.visit_address ? normaliseAddress(data.visit_address) : null,
    chips: chipsOf(data),
    arrived_at: isoOrNull(data.arrived_at),
    note: data.note,
    updated_at: iso(data.updated_at),
  };
}

/** Which visit of the client this one is or would be; 0: it is cancelled or was missed. */
export const nthVisit = ({ status, earlier_visits }: SessionData): number =>
  status === 'CANCELLED' || status === 'NO_SHOW' ? 0 : earlier_visits + 1;

function chipsOf(data: SessionData): Chip[] {
  const { status, forms } = data;
  if (status === 'CANCELLED') return [{ kind: 'CANCELLED' }];
  const chips: Chip[] = [...paymentChips(data)];
  if (data.note === 'DRAFT') chips.push({ kind: 'NOTE_UNSIGNED' });
  if (status === 'NO_SHOW') return [{ kind: 'NO_SHOW' }, ...chips];
  if (forms) {
    const missing = forms.filter(({ is_done }) => !is_done).map(({ name }) => name);
    chips.push({ kind: 'FORMS', done: forms.length - missing.length, of: forms.length, missing });
  }
  if (data.has_new_answers) chips.push({ kind: 'NEW_ANSWERS' });
  if (data.user_id !== null && data.is_first) chips.push({ kind: 'FIRST_VISIT' });
  const series = data.series ?? [];
  if (series.length > 1) {
    const at = series.findIndex(({ id }) => id === data.id) + 1;
    const weeks = weeksBetween(
      series.map(({ start }) => start),
      practice.zone,
    );
    chips.push({ kind: 'SERIES', at, of: series.length, weeks });
  }
  if (data.arrived_at !== null) chips.push({ kind: 'ARRIVED', until: iso(data.arrived_at) });
  return chips;
}

/** The facts by which the domain decides what is left to pay. */
export const priceOf = ({ status, payment, price_cents, is_paid_online, offline_cents }: SessionData) => ({
  status,
  payment,
  price_cents,
  is_paid_online,
  offline_cents,
});

/** A price that the client chose is SLIDING_SCALE even if it is zero, so that FREE says nothing about it. */
function paymentChips(data: SessionData): Chip[] {
  if (data.status === 'PENDING') {
    const kind = data.checkout_state === 'OFFERED' ? 'OFFERED' : 'BEING_PAID';
    return [{ kind, ...(data.hold_expires_at === null ? {} : { until: iso(data.hold_expires_at) }) }];
  }
  const price = priceOf(data);
  const is_open = isPriceOpen(price, data.price_chosen_by_client);
  const cents = balanceCents(price);
  // A former client cannot be asked for what is owed.
  if (data.user_id === null && (is_open || cents > 0)) return [];
  if (is_open) return [{ kind: 'BALANCE' }];
  if (cents > 0) return [{ kind: 'BALANCE', cents }];
  if (data.price_chosen_by_client) return [{ kind: 'SLIDING_SCALE' }];
  return [{ kind: data.payment === 'FREE' || data.price_cents === 0 ? 'FREE' : 'PAID' }];
}

/** The closures of these days, and what other calendars say is busy in them. */
export const presentClosed = (
  closures: AgendaData['closures'],
  busy_elsewhere: readonly Span[],
  { from, to }: AgendaRange,
): TimeOff[] => [
  ...closures.map(presentTimeOff),
  ...busy_elsewhere
    .filter(({ start, end }) => start < to.getTime() && end > from.getTime())
    .map(({ start, end }) => ({
      id: `busy-${start}`,
      starts_at: iso(start),
      ends_at: iso(end),
      reason: 'Busy (your calendar)',
      is_busy: true as const,
    })),
];

const presentTimeOff = ({ id, starts_at, ends_at, reason }: AgendaData['closures'][number]): TimeOff => ({
  id,
  starts_at: iso(starts_at),
  ends_at: iso(ends_at),
  reason,
});
