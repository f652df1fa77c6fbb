import { expect, test } from 'vitest';
import { missingText, readText, refundText } from '#web/profile/settings/settings-texts.ts';
import type { AccessLog } from '#contract/users.schemas.ts';

const changes_at = '2026-12-07T18:00:00.000Z';
const before = new Date(changes_at);
const after = new Date(before.getTime() + 1);
const card = { paid_cents: 8500, offline_cents: 0, refunded_cents: 0 };
const half = { why_not: null, refund_cents: 8500, later_refund_cents: 4250, changes_at };
const none = { ...half, refund_cents: 0, later_refund_cents: 0, changes_at: null };

test.each([
  ['all of it, until the policy changes', card, half, before, '$85.00 goes back to your card'],
  ['a part from then on', card, half, after, '$42.50 goes back to your card'],
  ['nothing any more', card, none, after, 'no refund by the policy you booked under'],
  ['not paid yet', { ...card, paid_cents: 0 }, none, before, 'nothing was paid'],
  ['refunded before', { ...card, refunded_cents: 8500 }, none, before, 'refunded already'],
  [
    'paid in cash',
    { ...card, offline_cents: 8500 },
    none,
    before,
    'what you paid at the visit doesn’t go back by itself',
  ],
])('what comes back: %s', (_, paid, cancel, now, text) => {
  expect(refundText(paid, cancel, now)).toBe(text);
});

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

const [pronouns, birthdate, phone] = ['she/her', '1985-02-03', '+15035550133'];

test.each([
  [{ pronouns: null, birthdate: null, phone: null }, 'Pronouns, birthday and phone are still missing'],
  [{ pronouns: '', birthdate: null, phone }, 'Pronouns and birthday are still missing'],
  [{ pronouns, birthdate: null, phone }, 'Birthday is still missing'],
  [{ pronouns: null, birthdate, phone }, 'Pronouns are still missing'],
])('%o: %s', (user, text) => expect(missingText(user)).toBe(text));
