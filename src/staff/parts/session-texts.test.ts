import { expect, test } from 'vitest';
import { ordinal } from '#domain/text/sentences.ts';
import { nthVisitText } from '#staff/parts/session-texts.ts';

test('visits are counted in words', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th',
  );
  expect(nthVisitText(4, '2026-11-12T18:00:00Z', 'America/Los_Angeles')).toBe(
    '4th visit, last on Thu\u00a012\u00a0Nov',
  );
  expect(nthVisitText(1, null, 'America/Los_Angeles')).toBe('First visit');
});
