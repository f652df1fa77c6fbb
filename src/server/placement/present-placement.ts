import { practice } from '#content/public/practice.ts';
import type { Placement as WirePlacement, PlacementDetails, Warning } from '#contract/placement.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { Rule } from '#domain/slots/availability.ts';
import { dayNumberOf } from '#domain/time/calendar.ts';
import { formatClock, formatClockRange, formatDayTime } from '#domain/time/date-formats.ts';
import { shortName } from '#domain/people/names.ts';
import { isolate, nameOr } from '#domain/people/personal.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import type { Placement, PlacementIssue } from '#domain/slots/placement.ts';
import { warningText } from '#domain/slots/placement-texts.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { workingHours } from '#domain/slots/working-hours.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { type EvaluatedTime, evaluateTime, type PlacementSubject, readNearest } from './read-placement.ts';
import { selectTakenBy } from './store.ts';

const { zone } = practice;

/** Presents a time with whole sentences, by whom it is taken, and the nearest times. Not in a transaction. */
export async function presentPlacement(db: Db, evaluated: EvaluatedTime, now: Date): Promise<WirePlacement> {
  const { subject, placement } = evaluated;
  const { verdict, start, end, blocked_until } = placement;
  const [nearest, taken] = await Promise.all([
    verdict === 'FREE' ? [] : readNearest(db, subject, start, now),
    describeTaken(db, placement, subject),
  ]);
  return {
    start: start.toISOString(),
    verdict,
    end_time: end.toISOString(),
    blocked_until: blocked_until.toISOString(),
    warnings: warningsOf(evaluated),
    by: taken,
    nearest: nearest.map((time) => time.toISOString()),
  };
}

/** A time where a planned change would put a booking. */
export async function presentTime(
  db: Db,
  evaluated: EvaluatedTime,
): Promise<NonNullable<Preview['bookings'][number]['to']>> {
  const { placement, subject } = evaluated;
  const taken = await describeTaken(db, placement, subject);
  return {
    start: placement.start.toISOString(),
    is_taken: placement.verdict === 'TAKEN',
    warnings: placement.warnings.map((issue) => ({ ...presentIssue(issue, evaluated), code: issue.code })),
    by: taken,
  };
}

/** What speaks against a time, in whole sentences. */
export const warningsOf = (evaluated: EvaluatedTime): Warning[] =>
  evaluated.placement.warnings.map((issue) => presentIssue(issue, evaluated));

/** Adds to a refusal every time that was asked for, as it is now: `details` is PlacementDetails. */
export async function withPlacements(
  db: Db,
  refusal: Refusal,
  subject: PlacementSubject,
  starts: readonly Date[],
  now: Date,
  more: readonly Warning[] = [],
): Promise<Refusal> {
  if (refusal.code !== 'SLOT_TAKEN' && refusal.code !== 'WARNINGS_CHANGED') return refusal;
  const placements: WirePlacement[] = [];
  for (const start of starts) {
    const placement = await presentPlacement(db, await evaluateTime(db, subject, start, now), now);
    placements.push({ ...placement, warnings: [...placement.warnings, ...more] });
  }
  const details: PlacementDetails = { placements };
  const taken = placements.find(({ by }) => by !== null);
  if (refusal.code === 'WARNINGS_CHANGED') return refuse(refusal.code, { details });
  const message = taken?.by ? `Just taken: ${taken.by}.` : 'This time has just been taken.';
  return refuse(refusal.code, { message, details });
}

/** Writes 'Ruth A., Private Yoga, 9:30 AM - 10:30 AM' or 'Ivo P., being paid until 10:42 AM'; null unless the time is taken. */
export async function describeTaken(
  db: Db,
  { taken_by, joins }: Placement,
  { service, client }: Pick<PlacementSubject, 'service' | 'client'>,
): Promise<string | null> {
  if (taken_by === null) return null;
  if (joins?.mine === 'BOOKED') return `${nameOf(client)} already has a seat in ${service.name}`;
  if (joins) return `${service.name} is full`;
  const by = await selectTakenBy(db, taken_by);
  if (!by) return 'another session';
  const name = by.is_class ? '' : shortName(by);
  const who = nameOr(name, 'a client');
  if (by.held_until && !by.is_class)
    return by.is_offered
      ? `offered to ${who} until ${formatDayTime(by.held_until, zone)}`
      : `${who}, being paid until ${formatClock(by.held_until, zone)}`;
  const what = `${by.service_name}, ${formatClockRange(by.start_time, by.end_time, zone)}`;
  return name ? `${isolate(name)}, ${what}` : what;
}

const nameOf = (client: PlacementSubject['client']) => nameOr(client?.first_name.trim(), 'The client');

function presentIssue(issue: PlacementIssue, { subject, rules, placement }: EvaluatedTime): Warning {
  const { code, minutes } = issue;
  const { start, end } = placement;
  const text = warningText(issue, {
    service_name: subject.service.name,
    audience: subject.service.audience,
    client: nameOf(subject.client),
    hours: hoursOf(subject, { rules, start }),
    start,
    end,
    zone,
  });
  return { code, ...(minutes === undefined ? {} : { minutes }), text };
}

/** The hours of the service at the wished place on the date of a moment. */
export function hoursOf(
  { service, request }: Pick<PlacementSubject, 'service' | 'request'>,
  { rules, start }: { rules: readonly Rule[]; start: Date },
): Span[] {
  const { duration, format } = service;
  const opening = rules
    .filter(({ location_type }) => location_type === request.place)
    .map((rule) => ({ rule, duration, is_class: isClassFormat(format) }));
  return workingHours(opening, zone)(dayNumberOf(localDateOf(start, zone)));
}
