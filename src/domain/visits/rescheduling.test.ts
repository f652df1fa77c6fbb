import { expect, test } from 'vitest';
import { policyOf } from '#domain/money/refunds.ts';
import { evaluateReschedule, rescheduleUntil } from '#domain/visits/rescheduling.ts';

const policy = policyOf({ full_refund_hours: 24, reschedule_hours: 12, max_reschedules: 2 });
const booking = {
  status: 'CONFIRMED',
  start_time: new Date('2026-05-08T16:00:00Z'),
  end_time: new Date('2026-05-08T16:45:00Z'),
  client_reschedules: 0,
} as const;

test.each([
  ['a day before', {}, '2026-05-07T16:00:00Z', null],
  ['at the last moment', {}, '2026-05-08T04:00:00Z', null],
  ['a millisecond later', {}, '2026-05-08T04:00:00.001Z', 'TOO_LATE_TO_RESCHEDULE'],
  ['for the third time', { client_reschedules: 2 }, '2026-05-07T16:00:00Z', 'NO_RESCHEDULES_LEFT'],
  ['once it has begun', {}, '2026-05-08T16:00:00Z', 'NOT_RESCHEDULABLE'],
  ['when cancelled', { status: 'CANCELLED' }, '2026-05-07T16:00:00Z', 'NOT_RESCHEDULABLE'],
  ['while it is being paid', { status: 'PENDING' }, '2026-05-07T16:00:00Z', 'BEING_PAID'],
] as const)('the client moves a booking %s', (_, more, now, refusal) => {
  expect(evaluateReschedule({ ...booking, ...more }, policy, 'CLIENT', new Date(now))).toBe(refusal);
});

test.each([
  ['while it lasts', {}, '2026-05-08T16:44:00Z', null],
  ['when it is over', {}, '2026-05-08T16:45:00Z', 'NOT_RESCHEDULABLE'],
  ['as a no-show', { status: 'NO_SHOW' }, '2026-05-08T16:10:00Z', 'NOT_RESCHEDULABLE'],
  ['while it is being paid', { status: 'PENDING' }, '2026-05-07T16:00:00Z', 'BEING_PAID'],
  ['often', { client_reschedules: 9 }, '2026-05-08T15:00:00Z', null],
] as const)('staff move a booking %s', (_, more, now, refusal) => {
  expect(evaluateReschedule({ ...booking, ...more }, policy, 'STAFF', new Date(now))).toBe(refusal);
});

test('the last moment is told', () => {
  expect(rescheduleUntil(policy, booking.start_time).toISOString()).toBe('2026-05-08T04:00:00.000Z');
});
