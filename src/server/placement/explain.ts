import { practice } from '#content/public/practice.ts';
import type { Explanation, staffExplain } from '#contract/placement.schemas.ts';
import { formatClock, formatDayOf } from '#domain/time/date-formats.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import {
  evaluatePlacement,
  nearestTimes,
  type Placement,
  type PlacementFacts,
} from '#domain/slots/placement.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { parseTime, SKIPPED_TIME } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import type { z } from 'zod';
import { refuseDate } from '../agenda/days.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { readPracticeFacts, type OfferedService } from '../seats/practice-facts.ts';
import { describeTaken, hoursOf, warningsOf } from './present-placement.ts';
import { placementFactsOf, windowOf } from './read-placement.ts';

const { zone } = practice;
const NEAREST = 3;

type At = { place: LocationType; placement: Placement };

/** Explains for each service whether clients can book a time, and why not (rules.md §9). */
export async function explainTime(
  db: Db,
  { date, time }: z.output<typeof staffExplain.query>,
  now: Date,
): Promise<Explanation | Refusal> {
  const refused = refuseDate('date', date, localDateOf(now, zone));
  if (refused) return refused;
  const start = instantOf(date, parseTime(time)!, zone);
  if (!start) return refuse('INVALID_INPUT', { details: { time: SKIPPED_TIME } });
  const window = windowOf(now);
  const bookable = await readPracticeFacts(db, { user_id: null, ...window });
  const isInside = date >= window.from && date <= window.to;
  const near = isInside ? bookable : await readPracticeFacts(db, { user_id: null, from: date, to: date });
  const services: Explanation['services'] = [];
  for (const service of bookable.catalogue.services.values()) {
    if (service.format === 'PRODUCT' || !service.bookable_online) continue;
    const subject = { service, is_active: true, client: null, client_sessions: [] };
    const facts = placementFactsOf(near, subject, now);
    const best = bestPlace(service, facts, start);
    const isOffered = best.placement.verdict === 'FREE';
    const reason = isOffered ? null : await reasonOf(db, service, facts, best);
    services.push({
      service_id: service.id,
      service_name: service.name,
      is_offered: isOffered,
      reason,
      nearest: isOffered
        ? []
        : nearestTimes(placementFactsOf(bookable, subject, now), { start, place: best.place }, NEAREST).map(
            (each) => each.toISOString(),
          ),
    });
  }
  return { start: start.toISOString(), services };
}

/** The place at which least speaks against the time. */
function bestPlace(service: OfferedService, facts: PlacementFacts, start: Date): At {
  const places = new Set([
    ...facts.rules.map(({ location_type }) => location_type),
    ...service.service_location_type,
  ]);
  const weight = ({ placement: { verdict, warnings } }: At) =>
    verdict === 'TAKEN' ? Infinity : warnings.length;
  return [...places]
    .map((place) => ({ place, placement: evaluatePlacement(facts, { start, place }) }))
    .sort((one, other) => (weight(one) === weight(other) ? 0 : weight(one) - weight(other)))[0]!;
}

/** In this order: a day without hours of the service, then who has the time, then what else speaks against it. */
async function reasonOf(
  db: Db,
  service: OfferedService,
  { rules }: PlacementFacts,
  { place, placement }: At,
): Promise<string> {
  const { start, end } = placement;
  const places = new Set(rules.map(({ location_type }) => location_type));
  const hasHours = [...places].some((each) => {
    const request = { service_id: service.id, place: each, client_id: null };
    return hoursOf({ service, request }, { rules, start }).length > 0;
  });
  if (!hasHours) return `It has no hours on ${formatDayOf(start, zone)}.`;
  const by = await describeTaken(db, placement, { service, client: null });
  if (by) return `Taken: ${by}.`;
  const request = { service_id: service.id, place, client_id: null };
  if (placement.warnings[0]!.code === 'OUTSIDE_HOURS')
    return hoursReason(hoursOf({ service, request }, { rules, start }), {
      start,
      end,
      is_class: isClassFormat(service.format),
    });
  const subject = { service, is_active: true, client: null, request };
  return warningsOf({ subject, rules, placement })[0]!.text;
}

/** 'Its hours end at 9:30 AM.' */
function hoursReason(
  hours: readonly Span[],
  { start, end, is_class }: { start: Date; end: Date; is_class: boolean },
): string {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return `It has no hours on ${formatDayOf(start, zone)}.`;
  if (is_class) return `It starts at ${hours.map((span) => formatClock(span.start, zone)).join(' and ')}.`;
  if (start.getTime() < first.start) return `Its hours begin at ${formatClock(first.start, zone)}.`;
  if (end.getTime() > last.end) return `Its hours end at ${formatClock(last.end, zone)}.`;
  const isInside = hours.some((span) => span.start <= start.getTime() && end.getTime() <= span.end);
  return isInside ? 'It starts at other times of these hours.' : 'It is between its hours.';
}
