import { practice } from '#content/public/practice.ts';
import type { StaffEvent, staffEvents } from '#contract/staff-events.schemas.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { z } from 'zod';
import type { Db } from '../db/pool.ts';
import { presentEventFields } from '../events/present-event.ts';
import { spotsLeft } from '../events/spots.ts';
import { type EventRow, selectEventsSince, selectSeatsOfEvents, selectStoredEvent } from '../events/store.ts';
import { readPracticeFacts, type PracticeFacts } from '../seats/practice-facts.ts';

const { zone } = practice;
const YEAR_MS = 366 * 86_400_000;

/** The events of the last year and all to come, by start, and the classes that an event can announce. */
export async function listEvents(db: Db, now: Date): Promise<z.input<typeof staffEvents.answer>> {
  const events = await selectEventsSince(db, new Date(now.getTime() - YEAR_MS));
  const seats = await selectSeatsOfEvents(db, events);
  const facts = await readFacts(db, events, now);
  return {
    events: events.map((event) => presentEvent(event, { facts, taken: seats.get(event.id) ?? 0 }, now)),
    classes: [...facts.catalogue.services.values()]
      .filter(({ format, bookable_online }) => isClassFormat(format) && bookable_online)
      .map(({ id, name, duration }) => ({ id, name, duration })),
  };
}

/** One event as the list has it. */
export async function readEvent(db: Db, id: string, now: Date): Promise<StaffEvent | undefined> {
  const event = await selectStoredEvent(db, id);
  if (!event) return undefined;
  const seats = await selectSeatsOfEvents(db, [event]);
  return presentEvent(event, { facts: await readFacts(db, [event], now), taken: seats.get(id) ?? 0 }, now);
}

async function readFacts(db: Db, events: readonly EventRow[], now: Date): Promise<PracticeFacts> {
  const from = localDateOf(now, zone);
  const last = events.at(-1)?.start_time ?? now;
  return await readPracticeFacts(db, {
    user_id: null,
    from,
    to: last > now ? localDateOf(last, zone) : from,
  });
}

type Stored = EventRow & { updated_at: Date | null; service_name: string | null };

function presentEvent(
  event: Stored,
  { facts, taken }: { facts: PracticeFacts; taken: number },
  now: Date,
): StaffEvent {
  return {
    ...presentEventFields(event),
    updated_at: event.updated_at?.toISOString() ?? null,
    seats:
      event.service_id === null
        ? null
        : {
            service_name: event.service_name ?? '',
            taken,
            free: spotsLeft(event, facts, now, zone),
          },
  };
}
