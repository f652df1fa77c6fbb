import { expect, test } from 'vitest';
import { visits } from '#content/public/visits.ts';
import {
  cancellingSentence,
  policySentence,
  type Policies,
  refundPolicyFrom,
} from '#domain/money/policies.ts';

const POLICIES: Policies = {
  full_refund_hours: 24,
  late_percent: 0,
  reschedule_hours: 24,
  max_reschedules: 2,
  grace_minutes: 15,
  supported_visits: 2,
};

test.each<[Partial<Policies>, string]>([
  [
    {},
    'You can cancel until 24 hours before the start and get everything back. After that the time is yours and the price stays. You can choose another time twice, until 24 hours before the start.',
  ],
  [
    { late_percent: 50, full_refund_hours: 48, max_reschedules: 1, reschedule_hours: 1 },
    'You can cancel until 48 hours before the start and get everything back. After that 50 % goes back. You can choose another time once, until one hour before the start.',
  ],
  [
    { full_refund_hours: 0, max_reschedules: 3, reschedule_hours: 0 },
    'You can cancel until the start and get everything back. You can choose another time 3 times, until the start.',
  ],
  [
    { late_percent: 100, max_reschedules: 0 },
    'You can cancel until the start and get everything back. To choose another time, please call us.',
  ],
])('the sentence of %j', (change, text) => {
  expect(policySentence({ ...POLICIES, ...change })).toBe(text);
});

test('the sentence about cancelling is the one that the pages have', () => {
  expect(cancellingSentence(refundPolicyFrom(POLICIES))).toBe(visits.cancelling);
});

test('a sale from before the tiers keeps its sentence', () => {
  expect(cancellingSentence({ full_refund_hours: 24 })).toBe(visits.cancelling);
});
