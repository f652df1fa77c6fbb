import { expect, test } from 'vitest';
import type { AccessLog } from '#contract/users.schemas.ts';
import { readText } from '#web/profile/settings/read-text.ts';

const read = (more: Partial<AccessLog['reads'][number]>) => ({
  at: '2026-12-07T18:00:00.000Z',
  by: 'Nalini Brandt',
  kind: 'ANSWERS' as const,
  name: null,
  visit_start: null,
  ...more,
});

test.each([
  ['Nalini read your Ayurvedic Intake on Dec 7, 2026.', read({ name: 'Ayurvedic Intake' })],
  [
    'Nalini read your reflection on Marma Session of Nov 10 on Dec 7, 2026.',
    read({ kind: 'REFLECTION', name: 'Marma Session', visit_start: '2026-11-10T20:00:00.000Z' }),
  ],
  ['Nalini read your reflection on Dec 7, 2026.', read({ kind: 'REFLECTION' })],
  ['Nalini saved your record as a file on Dec 7, 2026.', read({ kind: 'FILE' })],
])('%s', (text, entry) => expect(readText(entry, 'Dec 7, 2026')).toBe(text));
