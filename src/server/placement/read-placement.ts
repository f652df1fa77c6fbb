import { practice } from '#content/public/practice.ts';
import { BOOKABLE_DAYS, type Rule } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import {
  evaluatePlacement,
  nearestTimes,
  type Placement,
  type PlacementFacts,
  type PlacementWish,
} from '#domain/slots/placement.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { accessOf } from '../slots/client-facts.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import {
  type Dates,
  readPracticeFacts,
  type OfferedService,
  type PracticeFacts,
} from '../seats/practice-facts.ts';
import { type PlacedClient, selectClientStarts, selectPlacedClient, selectRetiredService } from './store.ts';

const { zone } = practice;
const MINUTE_MS = 60_000;

type Seat = { id: string; start_time: Date; blocked_until: Date };
/** What staff want to place. */
export type PlacementRequest = {
  service_id: string;
  place: LocationType;
  /** Null: no client yet. */
  client_id: string | null;
  /** Another length than the service's. */
  minutes?: number | undefined;
  /** The booking that is rescheduled: its own seat is free for it, and those of the bookings that move with it. */
  rescheduling?: (Seat & { together?: readonly Seat[] }) | undefined;
};
/** What stays the same for every time of a request. */
export type PlacementSubject = {
  /** With the wished length. */
  service: OfferedService;
  is_active: boolean;
  client: PlacedClient | null;
  request: PlacementRequest;
};
export type EvaluatedTime = { subject: PlacementSubject; rules: readonly Rule[]; placement: Placement };

/** Reads service and client of a request, or refuses. A retired service and a house call that is not approved are no refusal. */
export async function readSubject(
  db: Db,
  request: PlacementRequest,
  now: Date,
): Promise<PlacementSubject | Refusal> {
  const { service_id, client_id, minutes } = request;
  if (!isUuid(service_id)) return refuse('SERVICE_NOT_FOUND');
  const today = localDateOf(now, zone);
  const { catalogue } = await readPracticeFacts(db, { user_id: null, from: today, to: today });
  const offered = catalogue.services.get(service_id);
  const service = offered ?? (await selectRetiredService(db, service_id));
  if (!service || service.format === 'PRODUCT') return refuse('SERVICE_NOT_FOUND');
  const client =
    client_id === null ? null : isUuid(client_id) ? await selectPlacedClient(db, client_id) : undefined;
  if (client === undefined) return refuse('CLIENT_NOT_FOUND');
  return {
    service: { ...service, duration: minutes ?? service.duration },
    is_active: offered !== undefined,
    client,
    request,
  };
}

/** The time that a session at this start needs at most. */
export const spanOf = ({ service }: Pick<PlacementSubject, 'service'>, start: Date) => ({
  start_time: start,
  blocked_until: new Date(start.getTime() + (service.duration + service.buffer_time) * MINUTE_MS),
});

/** Evaluates a time as it is now. Under lockTime of `spanOf`, it stays so. */
export async function evaluateTime(
  db: Db,
  subject: PlacementSubject,
  start: Date,
  now: Date,
): Promise<EvaluatedTime> {
  const { blocked_until } = spanOf(subject, start);
  const dates = { from: localDateOf(start, zone), to: localDateOf(blocked_until, zone) };
  const facts = await readFacts(db, subject, dates, now);
  return { subject, rules: facts.rules, placement: evaluatePlacement(facts, wishOf(subject, start)) };
}

/** Returns the nearest times that clients could book, for a time that they cannot. */
export async function readNearest(
  db: Db,
  subject: PlacementSubject,
  start: Date,
  now: Date,
): Promise<Date[]> {
  const facts = await readPracticeFacts(db, { user_id: subject.client?.id ?? null, ...windowOf(now) });
  const bookable = placementFactsOf(facts, { ...subject, client_sessions: [] }, now);
  return nearestTimes(bookable, wishOf(subject, start), NEAREST);
}

const NEAREST = 3;

/** The days that clients can book, today included. */
export function windowOf(now: Date): Dates {
  const today = localDateOf(now, zone);
  return { from: today, to: addDays(today, BOOKABLE_DAYS) };
}

const wishOf = ({ request: { place, rescheduling } }: PlacementSubject, start: Date): PlacementWish => ({
  start,
  place,
  ...(rescheduling
    ? {
        moved: [rescheduling, ...(rescheduling.together ?? [])].map(({ start_time, blocked_until }) => ({
          start: start_time,
          blocked_until,
        })),
      }
    : {}),
});

async function readFacts(
  db: Db,
  subject: PlacementSubject,
  dates: Dates,
  now: Date,
): Promise<PlacementFacts> {
  const { client, request } = subject;
  const facts = await readPracticeFacts(db, { user_id: client?.id ?? null, ...dates });
  const client_sessions =
    client === null
      ? []
      : await selectClientStarts(db, client.id, {
          ...momentsOf(dates),
          except: [request.rescheduling, ...(request.rescheduling?.together ?? [])].flatMap((seat) =>
            seat ? [seat.id] : [],
          ),
        });
  return placementFactsOf(facts, { ...subject, client_sessions }, now);
}

const momentsOf = ({ from, to }: Dates) => ({
  from: startOfDay(from, zone),
  to: startOfDay(addDays(to, 1), zone),
});

/** Returns the facts of one service. A hold of the client counts as anybody's: only its payment page books it. */
export function placementFactsOf(
  { catalogue, taken, busy, had_visit }: PracticeFacts,
  {
    service,
    is_active,
    client,
    client_sessions,
  }: Pick<PlacementSubject, 'service' | 'is_active' | 'client'> & { client_sessions: readonly Date[] },
  now: Date,
): PlacementFacts {
  return {
    service,
    rules: catalogue.rules.get(service.id) ?? [],
    classes: catalogue.classes,
    closures: catalogue.closures,
    limits: catalogue.limits,
    busy_elsewhere: catalogue.busy_elsewhere,
    taken: taken.map(({ mine, ...each }) => ({ ...each, ...(mine === 'BOOKED' ? { mine } : {}) })),
    busy,
    now,
    zone,
    is_active,
    access: client && accessOf(service, client, had_visit),
    client_sessions,
  };
}
