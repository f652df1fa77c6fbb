import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attendanceMoves, canCancel } from '#domain/visits/attendance.ts';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';

const ZONE = 'America/Los_Angeles';
const START = new Date('2026-12-08T18:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const moves = (status: (typeof BOOKING_STATUSES)[number], from_start_ms: number, arrived = false) =>
  attendanceMoves(
    { status, start_time: START, arrived_at: arrived ? START : null },
    new Date(START.getTime() + from_start_ms),
    ZONE,
  );

test.each([
  ['a confirmed booking of another day', 'CONFIRMED', -DAY, []],
  ['a confirmed booking before its start', 'CONFIRMED', -HOUR, ['ARRIVED']],
  ['a confirmed booking at its start', 'CONFIRMED', 0, ['ARRIVED', 'NO_SHOW']],
  ['a completed booking', 'COMPLETED', 3 * DAY, ['NO_SHOW']],
  ['a no-show', 'NO_SHOW', 90 * DAY, ['ATTENDED']],
  ['a no-show after 90 days', 'NO_SHOW', 90 * DAY + 1, []],
  ['a cancelled booking', 'CANCELLED', HOUR, []],
  ['a hold', 'PENDING', HOUR, []],
] as const)('%s', (_, status, from_start_ms, expected) => {
  expect(moves(status, from_start_ms)).toEqual(expected);
});

test('an arrival can be taken back', () => {
  expect(moves('CONFIRMED', -HOUR, true)).toEqual(['NOT_ARRIVED']);
});

describe('properties', () => {
  const any = [
    fc.constantFrom(...BOOKING_STATUSES),
    fc.integer({ min: -100 * DAY, max: 100 * DAY }),
    fc.boolean(),
  ] as const;

  test('nothing is missed or attended before it has begun', () => {
    fc.assert(
      fc.property(...any, (status, from_start_ms, arrived) => {
        const possible = moves(status, from_start_ms, arrived);
        if (from_start_ms < 0) expect(possible).not.toEqual(expect.arrayContaining(['NO_SHOW']));
        expect(possible.includes('NO_SHOW') && possible.includes('ATTENDED')).toBe(false);
        expect(possible.includes('ARRIVED') && possible.includes('NOT_ARRIVED')).toBe(false);
      }),
    );
  });

  test('a move that is made is not possible again', () => {
    fc.assert(
      fc.property(...any, (status, from_start_ms, arrived) => {
        for (const move of moves(status, from_start_ms, arrived)) {
          const after = move === 'NO_SHOW' ? 'NO_SHOW' : move === 'ATTENDED' ? 'COMPLETED' : status;
          const has_arrived = move === 'ARRIVED' || (move !== 'NOT_ARRIVED' && arrived);
          expect(moves(after, from_start_ms, has_arrived)).not.toContain(move);
        }
      }),
    );
  });
});

test('only a confirmed booking that has not ended can be cancelled', () => {
  const at = (ms: number) => new Date(START.getTime() + ms);
  expect(canCancel({ status: 'CONFIRMED', end_time: START }, at(-1))).toBe(true);
  expect(canCancel({ status: 'CONFIRMED', end_time: START }, at(0))).toBe(false);
  for (const status of BOOKING_STATUSES.filter((each) => each !== 'CONFIRMED'))
    expect(canCancel({ status, end_time: START }, at(-1))).toBe(false);
});
