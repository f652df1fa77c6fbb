import { expect, test } from 'vitest';
import { visitText } from '#staff/parts/visit-text.ts';

test.each([
  [null, '–'],
  ['2026-12-08T18:00:00Z', 'Today, 10:00 AM'],
  ['2026-12-09T18:00:00Z', 'Tomorrow'],
  ['2026-12-10T18:00:00Z', 'Thu 10 Dec'],
  ['2026-12-07T18:00:00Z', 'Mon 7 Dec'],
  ['2026-11-10T18:00:00Z', '10 Nov'],
  ['2025-11-10T18:00:00Z', '10 Nov 2025'],
])('the visit at %s is shown as %s', (start_time, text) => {
  const visit = start_time === null ? null : { booking_id: 'b', start_time };
  expect(visitText(visit, '2026-12-08')).toBe(text);
});
