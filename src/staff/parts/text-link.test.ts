import { expect, test } from 'vitest';
import { isolate } from '#domain/people/personal.ts';
import { readyText } from './text-link.tsx';

test.each([
  ['without a visit', {}, 'Hello Ana. Nalini, Sattva & Sage'],
  [
    'a reminder',
    { place: 'Secret Studio' },
    'A reminder of your visit on Tue 8 Dec, 10:00 AM, Secret Studio.',
  ],
  ['after a reschedule', { fate: 'MOVED' }, 'Your visit is on Tue 8 Dec, 10:00 AM now.'],
  ['after a cancellation', { fate: 'CANCELLED' }, 'Your visit on Tue 8 Dec, 10:00 AM is cancelled.'],
] as const)('a text %s', (_, visit, text) => {
  const start_time = '2026-12-08T18:00:00.000Z';
  const visits = Object.keys(visit).length === 0 ? [] : [{ start_time, ...visit }];
  expect(readyText(isolate('Ana Lindqvist'), visits)).toContain(text);
});
