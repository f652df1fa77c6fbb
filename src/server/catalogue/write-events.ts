import { practice } from '#content/public/practice.ts';
import type { staffChangeEvent, staffCreateEvent, staffRemoveEvent } from '#contract/staff-events.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { parseTime, SKIPPED_TIME } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import type { z } from 'zod';
import { type Acting, type Action, EVENT } from '../actions/staff-action.ts';
import { refuseDate } from '../agenda/days.ts';
import { selectActionObject } from '../clients/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { spotsLeft } from '../events/spots.ts';
import {
  deleteEvent,
  type EventRow,
  insertEvent,
  selectEvent,
  selectSeatsAt,
  selectStoredEvent,
  updateEvent,
} from '../events/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isWebAddress } from '../runtime/web-address.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { readCatalogueNow, readPracticeFacts } from '../seats/practice-facts.ts';
import { readEvent } from './list-events.ts';
import { countText } from './service-lines.ts';

const { zone } = practice;

type Fields = Omit<z.output<typeof staffChangeEvent.body>, 'action_id' | 'base_updated_at'>;
type NewEvent = Omit<EventRow, 'id'>;

/** Puts an event on the public calendar. */
export const createEvent = ({ db }: Pick<Deps, 'db'>): Action<typeof staffCreateEvent> => ({
  action: 'event.create',
  work: async (trx, { body, now }) => {
    const event = await readFields(trx, body, null, now);
    return event instanceof Refusal ? event : recordOf(await insertEvent(trx, event, now), event);
  },
  answer: async ({ action_id, now }) => {
    const id = await selectActionObject(db, action_id);
    return (id === null ? undefined : await readEvent(db, id, now)) ?? refuse('EVENT_NOT_FOUND');
  },
});

/** Changes an event. One whose class has seats keeps its time and its class. */
export const changeEvent = ({ db }: Pick<Deps, 'db'>): Action<typeof staffChangeEvent> => ({
  action: 'event.change',
  ...onLockedEvent(db, async (trx, there, { body, now }) => {
    const event = await readFields(trx, body, there, now);
    if (event instanceof Refusal) return event;
    const seats = await seatsOf(trx, there);
    if (seats > 0 && isMoved(there, event)) return refuseBooked(there, seats, 'moved');
    await updateEvent(trx, there.id, event, now);
    return event;
  }),
  answer: async ({ params, now }) => (await readEvent(db, params.id, now)) ?? refuse('EVENT_NOT_FOUND'),
});

/** Takes an event from the calendar. Where people are booked in its class, only if they are meant to stay booked. */
export const removeEvent = ({ db }: Pick<Deps, 'db'>): Action<typeof staffRemoveEvent> => ({
  action: 'event.remove',
  ...onLockedEvent(db, async (trx, there, { body: { keep_bookings }, now }) => {
    const seats = there.end_time > now ? await seatsOf(trx, there) : 0;
    if (seats > 0 && !keep_bookings) return refuseBooked(there, seats, 'removed');
    await deleteEvent(trx, there.id);
    return there;
  }),
  answer: () => undefined,
});

type Asked<Body> = Acting<{ id: string }, Body & { base_updated_at: string | null }>;

/** Locks the time of an event, waiting for bookings in progress, and then changes it. */
const onLockedEvent = <Body>(
  db: Db,
  change: (trx: Trx, there: EventRow, acting: Asked<Body>) => Promise<NewEvent | Refusal>,
) => ({
  object: EVENT,
  work: async (trx: Trx, acting: Asked<Body>) => {
    const { id } = acting.params;
    const known = await selectEvent(trx, id);
    if (!known) return refuse('EVENT_NOT_FOUND');
    // An event may last for weeks; its class begins at the start.
    const blocked_until = new Date(known.start_time.getTime() + 1);
    await lockTime(trx, [{ start_time: known.start_time, blocked_until }]);
    const there = await selectStoredEvent(trx, id, 'lock');
    if (!there) return refuse('EVENT_NOT_FOUND');
    const version = there.updated_at?.toISOString() ?? null;
    if (version !== acting.body.base_updated_at || there.start_time.getTime() !== known.start_time.getTime())
      return refuse('EVENT_CHANGED');
    const changed = await change(trx, there, acting);
    return changed instanceof Refusal ? changed : recordOf(id, changed);
  },
  refused: async (refusal: Refusal, { params, now }: Asked<Body>) => {
    if (refusal.code !== 'EVENT_CHANGED') return refusal;
    const present = await readEvent(db, params.id, now);
    return present ? refuse('EVENT_CHANGED', { details: present }) : refuse('EVENT_NOT_FOUND');
  },
});

const recordOf = (id: string, { title }: NewEvent) => ({
  object_kind: 'EVENT' as const,
  object_id: id,
  user_id: null,
  details: { title },
});

const wrong = (field: string, message: string) => refuse('INVALID_INPUT', { details: { [field]: message } });

/** Reads what was typed as an event, or refuses with its field. `there`: the event that it replaces. */
async function readFields(
  db: Db,
  fields: Fields,
  there: EventRow | null,
  now: Date,
): Promise<NewEvent | Refusal> {
  const { title, description, location, url, service_id } = fields;
  const today = localDateOf(now, zone);
  const far = refuseDate('date', fields.date, today) ?? refuseDate('end_date', fields.end_date, today);
  if (far) return far;
  const start_time = instantOf(fields.date, parseTime(fields.time)!, zone);
  if (!start_time) return wrong('time', SKIPPED_TIME);
  const end_time = instantOf(fields.end_date, parseTime(fields.end_time)!, zone);
  if (!end_time) return wrong('end_time', SKIPPED_TIME);
  if (end_time <= start_time) return wrong('end_time', 'It has to end after it begins.');
  const isTimed =
    there?.start_time.getTime() !== start_time.getTime() || there.end_time.getTime() !== end_time.getTime();
  if (isTimed && end_time <= now) return wrong('date', 'That time is in the past.');
  if (url !== '' && url !== there?.url && !isWebAddress(url))
    return wrong('url', 'Please enter an address that begins with https://');
  const event: NewEvent = {
    title,
    description,
    location,
    start_time,
    end_time,
    url: url === '' ? null : url,
    service_id,
  };
  if (service_id === null || (!isTimed && service_id === there?.service_id)) return event;
  return (await refuseClosedClass(db, event, service_id, now)) ?? event;
}

/** Refuses a class that clients could not book at the time of the event. */
async function refuseClosedClass(
  db: Db,
  event: NewEvent,
  service_id: string,
  now: Date,
): Promise<Refusal | null> {
  const { services } = await readCatalogueNow(db);
  const service = services.get(service_id);
  if (!service || !isClassFormat(service.format))
    return wrong('service_id', 'This class is no longer offered.');
  const date = localDateOf(event.start_time, zone);
  const facts = await readPracticeFacts(db, { user_id: null, from: date, to: date });
  if (spotsLeft(event, facts, now, zone) !== null) return null;
  const when = formatDayTime(event.start_time, zone);
  return refuse('CLASS_NOT_OPEN', {
    message: `${service.name} isn’t open on ${when}, so nobody could book it.`,
  });
}

const isMoved = (there: EventRow, event: NewEvent) =>
  there.start_time.getTime() !== event.start_time.getTime() || there.service_id !== event.service_id;

/** Booked and held seats in the class that an event announces. */
async function seatsOf(db: Db, { service_id, start_time }: EventRow): Promise<number> {
  return service_id === null ? 0 : await selectSeatsAt(db, service_id, start_time);
}

function refuseBooked({ start_time }: EventRow, seats: number, what: 'moved' | 'removed'): Refusal {
  const people = countText(seats, 'person is', 'people are');
  const when = formatDayTime(start_time, zone);
  return refuse('SEATS_BOOKED', {
    message: `${people} booked in its class on ${when}, so it can’t be ${what}.`,
    details: { seats },
  });
}
