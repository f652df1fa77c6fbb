import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { bookableWindow, type Closure, type Rule } from '#domain/slots/availability.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { clientReason, explainForClient, publicTextOn } from '#domain/slots/client-reasons.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type DayOverview, overviewOfDays, slotsForDate } from '#domain/slots/slots.ts';
import { practice } from '#content/public/practice.ts';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/services.schemas.ts';
import type { DayOverview as Day, Schedule } from '#contract/services.schemas.ts';
import type { Deps } from '../deps.ts';
import { publicAnswer } from '../http/public-answer.ts';
import { Refusal } from '../http/refusal.ts';
import { routeWithExtra } from '../http/route.ts';
import { factsForClient } from './client-facts.ts';
import { unawaited } from '../runtime/unawaited.ts';
import { askForCalendars } from './calendar-store.ts';
import { presentService } from './present-service.ts';
import { selectHeldSeats } from '../seats/held-seats.ts';
import {
  cartTimesOf,
  type Dates,
  factsForUser,
  readPracticeFacts,
  selectServices,
} from '../seats/practice-facts.ts';

const { zone } = practice;
const serviceIdOf = (service: string | { id: string }) =>
  typeof service === 'string' ? service : service.id;

/** The services, their availability and their slots (rules.md §4). */
export function serviceRoutes(app: FastifyInstance, deps: Deps): void {
  publicAnswer(app, deps, calls.getAllWellnessServices, schemas.getAllWellnessServices, async (db) =>
    (await selectServices(db)).map(presentService),
  );

  routeWithExtra(
    app,
    deps,
    calls.getAvailabilities,
    schemas.getAvailabilities,
    (_, now) => factsForUser(bookableDates(now)),
    async ({ body, user, now, extra }) => {
      const dates = bookableDates(now);
      const practiceFacts = await readPracticeFacts(deps.db, { user_id: user.id, ...dates }, extra);
      const facts = factsForClient(practiceFacts, user, {
        service_id: serviceIdOf(body.service),
        location_types: [body.service_location_type],
        moving: movingOf(body),
        now,
        zone,
      });
      if (facts instanceof Refusal) return facts;
      if (practiceFacts.catalogue.busy_elsewhere.length > 0)
        unawaited(askForCalendars(deps.db, now), () => undefined);
      const running = facts.rules.filter((rule) => rule.end_date === null || rule.end_date >= dates.from);
      return {
        schedules: running.map(presentRule),
        days: overviewOfDays(facts).map((day) => presentDay(day, facts.closures)),
        window: bookableWindow(facts.rules, dates.from),
      };
    },
  );

  routeWithExtra(
    app,
    deps,
    calls.getSlots,
    schemas.getSlots,
    ({ body: { date } }, now) => (isBookable(date, now) ? factsForUser({ from: date, to: date }) : null),
    async ({ body, user, now, extra }) => {
      const { date } = body;
      if (!isBookable(date, now)) return [];
      const range = { user_id: user.id, from: date, to: date };
      const practiceFacts = await readPracticeFacts(deps.db, range, extra);
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
    },
  );

  routeWithExtra(
    app,
    deps,
    calls.explainDate,
    schemas.explainDate,
    (_, now) => factsForUser(bookableDates(now)),
    async ({ body, user, now, extra }) => {
      const range = { user_id: user.id, ...bookableDates(now) };
      const practiceFacts = await readPracticeFacts(deps.db, range, extra);
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
      const held = isBookable(date, now) ? await selectHeldSeats(deps.db, { date, user_id: user.id }) : [];
      return explainForClient({ ...facts, date }, held);
    },
  );
}

const movingOf = ({ moving }: { moving?: string | undefined }) => (moving ? new Date(moving) : undefined);

/** Returns today and the last bookable date. */
function bookableDates(now: Date): Dates {
  const from = localDateOf(now, zone);
  return { from, to: bookableWindow([], from).latest };
}

function isBookable(date: string, now: Date): boolean {
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
