import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTime } from '#domain/time/wall-time.ts';
import { explainDate, findSlot, overviewOfDays, type BookableSlot } from '#domain/slots/slots.ts';
import { daysOfPractices, wall } from './support/random-schedules.ts';
import { report, seed, size } from '../support/profile.ts';
import { oracleSlots } from './support/slot-oracle.ts';

const CASES = size(500, 100_000);

const shown = (slot: BookableSlot) => ({
  schedule_id: slot.schedule_id,
  start: slot.start_time.getTime(),
  end: slot.end_time.getTime(),
  blocked: slot.blocked_until.getTime(),
  starts: wall(parseTime(slot.start)!),
  ends: wall(parseTime(slot.end)!),
  spots: slot.available_spots ?? null,
  seats_gone: slot.current_count,
});

it('R11: the slots are exactly those of an independent oracle that checks every minute', () => {
  let listed = 0;
  let limited = 0;
  const sameSlots = fc.property(daysOfPractices, (given) => {
    const { slots, refused, reason } = explainDate(given);
    const sorted = slots.toSorted(
      (a, b) => a.start_time.getTime() - b.start_time.getTime() || (a.schedule_id < b.schedule_id ? -1 : 1),
    );
    expect(sorted.map(shown)).toEqual(oracleSlots(given));
    listed += slots.length;
    limited += refused.filter((time) => time.reason === 'DAY_FULL').length;

    // The overview counts the same slots, and the checkout accepts a time if and only if it is listed.
    const day = overviewOfDays(given).find((each) => each.date === given.date);
    expect(day?.open_slots ?? 0).toBe(slots.length);
    expect(day?.reason).toBe(day && reason);
    for (const slot of slots)
      expect(findSlot(given, { ...slot, date: given.date })).toMatchObject({ ok: true, slot });
    for (const time of refused)
      expect(findSlot(given, { ...time, date: given.date })).toEqual({ ok: false, reason: time.reason });
  });
  const found = fc.check(sameSlots, { numRuns: CASES, seed });
  // A property about nothing proves nothing.
  const isSound = !found.failed && listed > CASES / 2 && limited > CASES / 10;
  report(
    'R11',
    'every slot as an independent oracle finds it, minute by minute',
    `${found.numRuns} random days in 5 zones, clock changes and leap days among them: ${listed} slots, ${limited} times beyond a limit, ${found.failed ? 'one day that differs' : '0 that differ'}; seed ${seed}`,
    isSound,
  );
  expect(isSound, fc.defaultReportMessage(found)).toBe(true);
});
