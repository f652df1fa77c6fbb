import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { staffJoinWaitlist } from '#contract/staff.calls.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { newEmail } from './support/people.ts';
import { bookByPhone, clientByPhone, serviceId } from './support/placement.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits } from './support/visits.ts';

const app = await testApp();

const pathOf = async (service_name: string, start: string) =>
  `/classes/${await serviceId(app, service_name)}/${start}`;

test('a full class shows every seat', async () => {
  const page = await staffBrowser(app);
  const path = await pathOf('Yoga Nidra by Candle', '20260306T023000Z');
  await openStaff(page, path, 'Yoga Nidra by Candle');
  await expect(page.getByText('12 of 12 seats')).toBeVisible();
  await expect(page.getByText(/taken, full/)).toBeVisible();
  await expect(page.locator('.roster-list > li')).toHaveCount(12);
  await expectAccessible(page);
});

test('who waits for a seat is listed, and a cancellation says whom to call', async () => {
  const page = await staffBrowser(app);
  const { id: client_id } = await clientByPhone(page, 'Petra');
  const service_id = await serviceId(app, 'Yoga Nidra by Candle');
  const seat = { service_id, place: 'FIXED_LOCATION', class_start: '2026-03-06T02:30:00.000Z' } as const;
  await page.call(staffJoinWaitlist, { body: { action_id: randomUUID(), client_id, ...seat, times: null } });
  await openStaff(page, await pathOf('Yoga Nidra by Candle', '20260306T023000Z'), 'Yoga Nidra by Candle');
  await expect(page.getByText('Waiting for a seat:')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Petra Okafor' })).toHaveAttribute('href', /\/clients\//);
  await expect(page.getByRole('link', { name: 'Open the waitlist' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel this date…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel this date?' });
  await sheet.getByRole('button', { name: 'See what changes' }).click();
  await expect(
    sheet.getByText('1 client waits for a seat in Yoga Nidra by Candle, Thu 5 Mar 6:30 PM. Their wait ends.'),
  ).toBeVisible();
  await expect(sheet.getByText(/Petra O\. has no e-mail address: please call\./)).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'no longer waits' })).toContainText(
    'Petra Okafor',
  );
  await expect(sheet.getByRole('link', { name: 'Call Petra O.' })).toHaveAttribute('href', /^tel:/);
  await expectAccessible(page);
});

test('arrivals are recorded with toggles, and taken back', async () => {
  const page = await staffBrowser(app);
  await clientWithVisits(app, { first_name: 'Bertille', last_name: 'Montgomery' }, [
    { minutes: -5, length: 75, service: 'Slow Morning Flow' },
  ]);
  await openStaff(page, await pathOf('Slow Morning Flow', '20260302T165500Z'), 'Slow Morning Flow');
  const arrived = page.getByRole('button', { name: 'Arrived: Bertille Montgomery' });
  await expect(arrived).toHaveAttribute('aria-pressed', 'false');
  await arrived.click();
  await expect(arrived).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/taken, 1 arrived/)).toBeVisible();
  await expect(page.getByRole('link', { name: '(503) 555-0142' })).toBeVisible();
  await expectAccessible(page);
  await arrived.focus();
  await page.keyboard.press('Space');
  await expect(arrived).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(/arrived$/)).toHaveCount(0);
});

test('everybody in a class gets a message, then the class moves to another hour', async () => {
  const page = await staffBrowser(app);
  const service_id = await serviceId(app, 'Yoga Nidra by Candle');
  const start = '2026-03-20T01:30:00.000Z';
  const ivo = await clientByPhone(page, 'Ivo', { email: newEmail() });
  const seat = await bookByPhone(page, ivo, start, { service_id });
  await bookByPhone(page, await clientByPhone(page, 'Hannah'), start, { service_id });
  const path = await pathOf('Yoga Nidra by Candle', '20260320T013000Z');
  await openStaff(page, path, 'Yoga Nidra by Candle');
  await expect(page.getByRole('link', { name: 'Add a client' })).toHaveAttribute('href', /book\?service=/);
  const names = page.locator('.roster-list > li > div > a');
  await expect(names).toHaveText(['Hannah Okafor', 'Ivo Okafor']);
  await page.getByRole('button', { name: 'Message everybody…' }).click();
  const writing = page.getByRole('dialog', { name: 'Message everybody' });
  const subject = await writing.getByLabel('Subject').inputValue();
  await writing.getByLabel('Subject').fill('');
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing.getByText('Please enter a subject.')).toBeVisible();
  await expect(writing.getByText('Please write a message.')).toBeVisible();
  await writing.getByLabel('Subject').fill(subject);
  await writing.getByLabel('Message').fill('We begin at half past nine.');
  await expectAccessible(page);
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing).toBeHidden();
  const missed = page.getByRole('dialog', { name: 'Your message is on its way to 1 person.' });
  await expect(missed.getByRole('listitem')).toContainText('Hannah Okafor has no e-mail address');
  await expectAccessible(page);
  await missed.getByText('Close', { exact: true }).click();

  await page.getByRole('button', { name: 'Reschedule this class…' }).click();
  const moving = page.getByRole('dialog', { name: 'Reschedule this class?' });
  await moving.getByLabel('Start').fill('21:30');
  await moving.getByRole('button', { name: 'See what changes' }).click();
  await moving.getByRole('button', { name: /^Reschedule the class/ }).click();
  await page.getByRole('dialog', { name: 'Rescheduled.' }).getByText('Close', { exact: true }).click();
  const moved = page.getByRole('heading', { level: 2, name: 'Thu 19 Mar, 9:30 PM - 10:30 PM' });
  await expect(moved).toBeVisible();
  await expect(names).toHaveText(['Hannah Okafor', 'Ivo Okafor']);
  const { start_time } = await bookingRow(page, seat.id);
  expect(formatClock(start_time, practice.zone)).toBe('9:30 PM');
  await page.goto(`/staff${path}`);
  await page.getByRole('link', { name: 'It is now on Thu 19 Mar, 9:30 PM' }).click();
  await expect(moved).toBeVisible();
});

test('a class is cancelled with somebody who has no e-mail address', async () => {
  const page = await staffBrowser(app);
  const service_id = await serviceId(app, 'Chair Yoga for Stiff Days');
  const hannah = await clientByPhone(page, 'Hannah');
  await bookByPhone(page, hannah, '2026-03-09T17:00:00.000Z', { service_id });
  const path = await pathOf('Chair Yoga for Stiff Days', '20260309T170000Z');
  await openStaff(page, path, 'Chair Yoga for Stiff Days');
  await page.getByRole('button', { name: 'Cancel this date…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel this date?' });
  await sheet.getByRole('button', { name: 'See what changes' }).click();
  await expect(
    sheet.getByText(
      'Nobody is told by e-mail. Hannah O. has no e-mail address: please call. Nothing was paid by card.',
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Cancel this date', exact: true }).click();
  const toCall = page.getByRole('dialog', { name: 'Cancelled.' });
  await expect(toCall.getByRole('listitem')).toContainText('Hannah Okafor has no e-mail address');
  await expect(toCall.getByRole('link', { name: 'Call Hannah O.' })).toHaveAttribute('href', /^tel:/);
  await expect(toCall.getByRole('button', { name: 'Copy text to Hannah' })).toBeVisible();
  await expectAccessible(page);
  await toCall.getByText('Close', { exact: true }).click();
  // The address stays: also after a reload it says what became of the class.
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByText(/^Cancelled on Mon 2 Mar, 9:00 AM by /)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call Hannah O.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel this date…' })).toBeHidden();
  }
  await expectAccessible(page);
});

test('a class without seats taken says so', async () => {
  const page = await staffBrowser(app);
  const path = await pathOf('Chair Yoga for Stiff Days', '20260313T170000Z');
  await openStaff(page, path, 'Chair Yoga for Stiff Days');
  await expect(page.getByText('Nobody has booked this class yet.')).toBeVisible();
  await expectAccessible(page);
});

test('a class that does not exist leads back to Today', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/classes/3d7de9a0-0000-4000-8000-000000000000/20200101T000000Z', 'Class');
  await expect(page.getByText('This class was not found.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Today' }).click();
  await expect(page).toHaveURL('/staff');
});
