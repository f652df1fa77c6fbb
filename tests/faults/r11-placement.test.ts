import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluatePlacement } from '#domain/slots/placement.ts';
import { AUDIENCES, LOCATION_TYPES } from '#domain/slots/services.ts';
import { slotsForDate } from '#domain/slots/slots.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { report, seed, size } from '../support/profile.ts';
import { daysOfPractices } from './support/random-schedules.ts';

const CASES = size(400, 20_000);
const QUARTER = 15 * 60_000;
const DAY_QUARTERS = 96;

/** For each day, a place, a quarter of an hour, and whether one of the listed times is asked for instead. */
const anyWish = fc.record({
  given: daysOfPractices,
  /** The place of the first rule; else any. */
  otherPlace: fc.option(fc.constantFrom(...LOCATION_TYPES), { nil: null, freq: 1 }),
  quarter: fc.integer({ min: -4, max: DAY_QUARTERS + 4 }),
  isListed: fc.boolean(),
  is_active: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  access: fc.record({
    audience: fc.constantFrom(...AUDIENCES),
    house_call_approved: fc.boolean(),
    is_known: fc.boolean(),
  }),
});

it('R11: a placement by staff has no warning if and only if clients can book it', () => {
  const verdicts = { FREE: 0, WARNED: 0, TAKEN: 0 };
  const sameAnswer = fc.property(anyWish, ({ given, otherPlace, quarter, isListed, ...client }) => {
    const day = { ...given, cart: [], moved: undefined };
    const place = otherPlace ?? day.rules[0]?.location_type ?? 'FIXED_LOCATION';
    // The client's own hold takes time from staff, so it does not count as the viewer's own.
    const taken = day.taken.map(({ mine, ...each }) => ({
      ...each,
      ...(mine === 'BOOKED' ? { mine } : {}),
    }));
    const { is_active, access } = client;
    const isFor = { EVERYONE: true, NEW: !access.is_known, KNOWN: access.is_known }[access.audience];
    const isPermitted = is_active && isFor && (place !== 'HOUSE_CALL' || access.house_call_approved);
    const rules = day.rules.filter(({ location_type }) => location_type === place);
    const listed = isPermitted ? slotsForDate({ ...day, taken, rules }) : [];
    const asked = isListed ? listed[Math.max(0, quarter) % Math.max(1, listed.length)] : undefined;
    const start = asked?.start_time ?? new Date(startOfDay(day.date, day.zone).getTime() + quarter * QUARTER);
    const placed = evaluatePlacement(
      { ...day, ...client, taken, rules: is_active ? day.rules : [], client_sessions: [] },
      { start, place },
    );
    verdicts[placed.verdict]++;
    const slot = listed.find(({ start_time }) => start_time.getTime() === start.getTime());
    // A quarter before or after the day belongs to another date, whose list is not asked for.
    const isOfDay = quarter >= 0 && quarter < DAY_QUARTERS - 4;
    if (slot || isOfDay) expect(placed.verdict === 'FREE').toBe(slot !== undefined);
    expect(placed.verdict === 'WARNED').toBe(placed.taken_by === null && placed.warnings.length > 0);
    if (slot) {
      expect(placed.end).toEqual(slot.end_time);
      expect(placed.blocked_until).toEqual(slot.blocked_until);
      expect(placed.capacity).toBe(slot.capacity);
    }
  });
  const found = fc.check(sameAnswer, { numRuns: CASES, seed });
  const isSound = !found.failed && Object.values(verdicts).every((count) => count > CASES / 50);
  report(
    'R11',
    'a placement by staff has no warning if and only if clients can book it',
    `${found.numRuns} placements by staff: ${verdicts.FREE} free, ${verdicts.WARNED} with warnings, ${verdicts.TAKEN} taken; ${found.failed ? 'one that differs' : '0 that differ'}; seed ${seed}`,
    isSound,
  );
  expect(isSound, `${JSON.stringify(verdicts)} ${fc.defaultReportMessage(found) ?? ''}`).toBe(true);
});
