import { expect, test } from 'vitest';
import type { CalendarFile } from '#server/ports/calendar-reader.ts';
import { at } from '#tests/e2e/support/staff-calendar.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits } from './support/visits.ts';

const HOUR_MS = 3_600_000;
const DAY = '2026-03-12';
const FAILED: CalendarFile = { kind: 'FAILED', reason: 'GONE', retry_after_ms: null };
let answer: CalendarFile = FAILED;
const app = await testApp({ deps: { calendars: { read: () => Promise.resolve(answer) } } });
const { clock } = app;

const stamp = (iso: string) => iso.replaceAll(/[-:]|\.\d+/g, '');
const busy = (...starts: string[]): CalendarFile => ({
  kind: 'READ',
  bytes: new TextEncoder().encode(
    [
      'BEGIN:VCALENDAR',
      ...starts.flatMap((start, n) => [
        'BEGIN:VEVENT',
        `UID:${n}`,
        `DTSTART:${stamp(start)}`,
        'DURATION:PT1H',
        'END:VEVENT',
      ]),
      'BEGIN:VEVENT',
      'UID:all-day',
      'DTSTART;VALUE=DATE:20260320',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  ),
  known: { etag: null, last_modified: null },
});

test('add a calendar after a look at what it closes, see a conflict, and stop using it, by keyboard', async () => {
  const visits = [{ minutes: (Date.parse(at(DAY, 10)) - clock.now().getTime()) / 60_000 }];
  await clientWithVisits(app, { first_name: 'Fenna', last_name: 'Busy' }, visits);
  clock.advance(1000);
  const page = await staffBrowser(app);
  await openStaff(page, '/hours', 'Hours');
  await page.getByRole('button', { name: 'Add a calendar' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add your other calendar' });
  const address = form.getByLabel('Its secret address');
  await expectAccessible(page);

  // What can't be read is said at the field, and what was typed stays.
  await address.fill('http://calendar.example/basic.ics');
  await form.getByRole('button', { name: 'See what it closes' }).press('Enter');
  await expect(
    form.getByText('Please paste an address that begins with https:// or webcal://.'),
  ).toBeVisible();
  await address.fill('https://calendar.example/private-1f5e/basic.ics');
  await form.getByRole('button', { name: 'See what it closes' }).press('Enter');
  await expect(form.getByText(/^This address no longer works/)).toBeVisible();
  await expect(address).toHaveValue('https://calendar.example/private-1f5e/basic.ics');

  answer = busy(at(DAY, 10), at(DAY, 14));
  await form.getByRole('button', { name: 'See what it closes' }).press('Enter');
  const preview = page.getByRole('dialog', { name: 'Use the calendar at calendar.example?' });
  await expect(preview).toContainText('Next 30 days: 2 times will be closed.');
  await expect(preview).toContainText('1 all-day event is marked as free and closes nothing.');
  await expect(preview).toContainText('Fri 20 Mar');
  await expect(preview).toContainText('in busy times');
  await expect(preview).toContainText('Fenna B.');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Use this calendar' }).press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'calendar.example, ….ics' });
  await expect(row).toContainText('Closes 2 times in the next 30 days.');
  await expectAccessible(page);

  await openStaff(page, `/calendar?view=list&date=${DAY}`, 'Calendar');
  await expect(page.getByText('Busy (your calendar)').first()).toBeVisible();

  await openStaff(page, '/', /Today|Mon/);
  const item = page.getByRole('listitem').filter({ hasText: 'Fenna’s session on' });
  await expect(item).toContainText('Thu 12 Mar, 10:00 AM lies in a busy time');
  await expect(item.getByRole('link', { name: 'Reschedule…' })).toBeVisible();
  await item.getByRole('button', { name: 'It’s fine' }).press('Enter');
  await expect(item).toHaveCount(0);

  // A day without a reading.
  answer = FAILED;
  clock.advance(10 * 60_000);
  await app.runJobs('read-calendars');
  clock.advance(HOUR_MS);
  await openStaff(page, '/', /Today|Mon/);
  await expect(page.getByText('Your other calendar was last read Mon 2 Mar, 9:00 AM.')).toBeVisible();
  await openStaff(page, '/hours', 'Hours');
  await expect(row).toContainText('Can’t be read since Mon 2 Mar, 9:10 AM. This address no longer works.');
  await expectAccessible(page);

  await row
    .getByRole('button', { name: 'Stop using the calendar at calendar.example, ….ics' })
    .press('Enter');
  const stop = page.getByRole('dialog', { name: 'Stop using this calendar?' });
  await expect(stop).toContainText('2 times in the next 30 days open again');
  await stop.getByRole('button', { name: 'Stop using it' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add a calendar' })).toBeVisible();
});
