import type { z } from 'zod';
import { bookableWindow, type Closure, type Rule } from '#domain/slots/availability.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { clientReason, explainForClient, publicTextOn } from '#domain/slots/client-reasons.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type DayOverview, overviewOfDays, slotsForDate } from '#domain/slots/slots.ts';
import { practice } from '#content/public/practice.ts';
import type * as schemas from '#contract/services.schemas.ts';
import type { DayOverview as Day, Schedule } from '#contract/services.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import type { Answer } from '../http/route.ts';
import { selectHeldSeats } from '../seats/held-seats.ts';
import { cartTimesOf, type Dates, type FactsNow, readPracticeFacts } from '../seats/practice-facts.ts';
import { unawaited } from '../runtime/unawaited.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { askForCalendars } from './calendar-store.ts';
import { factsForClient } from './client-facts.ts';

const { zone } = practice;
const serviceIdOf = (service: string | { id: string }) =>
  typeof service === 'string' ? service : service.id;

const movingOf = ({ moving }: { moving?: string | undefined }) => (moving ? new Date(moving) : undefined);

/** Who asks; `extra`: the facts of the dates, if they were read with the session. */
type Asking<S extends { body: z.ZodType }> = {
  body: z.output<S['body']>;
  user: UserRow;
  now: Date;
  extra: FactsNow | null;
};

/** Returns when a service can be booked at a place. */
export async function readAvailability(
  { db }: Pick<Deps, 'db'>,
  { body, user, now, extra }: Asking<typeof schemas.getAvailabilities>,
): Promise<Answer<typeof schemas.getAvailabilities> | Refusal> {
  const dates = bookableDates(now);
  const practiceFacts = await readPracticeFacts(db, { user_id: user.id, ...dates }, extra);
  const facts = factsForClient(practiceFacts, user, {
    service_id: serviceIdOf(body.service),
    location_types: [body.service_location_type],
    moving: movingOf(body),
    now,
    zone,
  });
  if (facts instanceof Refusal) return facts;
  if (practiceFacts.catalogue.busy_elsewhere.length > 0) unawaited(askForCalendars(db, now), () => undefined);
  const running = facts.rules.filter((rule) => rule.end_date === null || rule.end_date >= dates.from);
  return {
    schedules: running.map(presentRule),
    days: overviewOfDays(facts).map((day) => presentDay(day, facts.closures)),
    window: bookableWindow(facts.rules, dates.from),
  };
}

/** Returns the slots of a date. */
export async function readSlots(
  { db }: Pick<Deps, 'db'>,
  { body, user, now, extra }: Asking<typeof schemas.getSlots>,
): Promise<Answer<typeof schemas.getSlots> | Refusal> {
  const { date } = body;
  if (!isBookable(date, now)) return [];
  const range = { user_id: user.id, from: date, to: date };
  const practiceFacts = await readPracticeFacts(db, range, extra);
  const service_id = serviceIdOf(body.service);
  const { catalogue } = practiceFacts;
  const asked = rulesAskedFor(catalogue.rules.get(service_id) ?? [], body.availabilities);
  const facts = factsForClient(practiceFacts, user, {
    service_id,
    location_types: asked.map(({ location_type }) => location_type),
    moving: movingOf(body),
    now,
    zone,
    cart: cartTimesOf(body.cart_items, catalogue, zone),
  });
  if (facts instanceof Refusal) return facts;
  return slotsForDate({ ...facts, rules: facts.rules.filter((rule) => asked.includes(rule)), date });
}

/** Says why a date or some of its times cannot be booked, with the nearest times that can. */
export async function readReasons(
  { db }: Pick<Deps, 'db'>,
  { body, user, now, extra }: Asking<typeof schemas.explainDate>,
): Promise<Answer<typeof schemas.explainDate> | Refusal> {
  const range = { user_id: user.id, ...bookableDates(now) };
  const practiceFacts = await readPracticeFacts(db, range, extra);
  const facts = factsForClient(practiceFacts, user, {
    service_id: serviceIdOf(body.service),
    location_types: [body.service_location_type],
    moving: movingOf(body),
    now,
    zone,
    cart: cartTimesOf(body.cart_items, practiceFacts.catalogue, zone),
  });
  if (facts instanceof Refusal) return facts;
  const { date } = body;
  const held = isBookable(date, now) ? await selectHeldSeats(db, { date, user_id: user.id }) : [];
  return explainForClient({ ...facts, date }, held);
}

/** Returns today and the last bookable date. */
export function bookableDates(now: Date): Dates {
  const from = localDateOf(now, zone);
  return { from, to: bookableWindow([], from).latest };
}

/** Whether a date is one of them. */
export function isBookable(date: string, now: Date): boolean {
  const { from, to } = bookableDates(now);
  return isLocalDate(date) && date >= from && date <= to;
}

type Named = z.output<typeof schemas.getSlots.body>['availabilities'];

/** The ids in `availabilities` only choose among the service's rules; an empty list means all of them (rules.md §4). */
function rulesAskedFor(rules: readonly Rule[], named: Named): readonly Rule[] {
  const ids = new Set((named || []).map((each) => (typeof each === 'object' ? each?.id : each) || ''));
  ids.delete('');
  return ids.size === 0 ? rules : rules.filter((rule) => ids.has(rule.id));
}

function presentRule(rule: Rule): Schedule {
  return {
    id: rule.id,
    service_id: rule.service_id,
    location_type: rule.location_type,
    day_of_week: rule.day_of_week,
    pattern: rule.pattern,
    week_of_month: rule.week_of_month,
    start_date: rule.start_date,
    end_date: rule.end_date,
    start_time: rule.start_time,
    end_time: rule.end_time,
    slot_step_min: rule.slot_step_min,
    capacity: rule.capacity,
    is_active: rule.is_active,
  };
}

/** A day of the picker as clients see it. */
function presentDay({ reason, ...day }: DayOverview, closures: readonly Closure[]): Day {
  if (reason === undefined) return day;
  const public_text = reason === 'CLOSED' ? publicTextOn(closures, day.date, zone) : null;
  return { ...day, reason: clientReason(reason), ...(public_text === null ? {} : { public_text }) };
}
