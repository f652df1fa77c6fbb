import { describe, expect, test } from 'vitest';
import { readAuditFilters } from '#staff/audit/audit-filters.ts';
import { actorOf, formatAuditTime } from '#staff/audit/audit-page.tsx';

const ZONE = 'America/Los_Angeles';

describe('the audit log', () => {
  test.each([
    ['2026-12-08T18:31:00Z', 'Today, 10:31 AM'],
    // Yesterday in the practice, although it is the 8th in UTC.
    ['2026-12-08T02:00:00Z', 'Yesterday, 6:00 PM'],
    ['2026-12-05T18:12:00Z', 'Sat 5 Dec, 10:12 AM'],
    ['2025-12-05T18:12:00Z', 'Fri 5 Dec 2025, 10:12 AM'],
  ])('%s is %s', (at, text) => expect(formatAuditTime(at, '2026-12-08', ZONE)).toBe(text));

  test('names who acted', () => {
    expect(actorOf({ staff: 'Nalini Brandt', via: 'WEB' })).toBe('Nalini');
    expect(actorOf({ staff: null, via: 'JOB' })).toBe('A job');
    expect(actorOf({ staff: null, via: 'COMMAND' })).toBe('A command');
  });

  test('reads the filters of the address, without nonsense', () => {
    const staff = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    expect(
      readAuditFilters(new URLSearchParams(`staff=${staff}&client=1&kind=READ&from=2026-12-01&to=tomorrow`)),
    ).toEqual({ staff, kind: 'READ', from: '2026-12-01' });
  });
});
