import { expect, test } from 'vitest';
import { getUserBookings } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits } from './support/visits.ts';

const app = await testApp();
const MINUTE_MS = 60_000;
const SERVICE = 'Refill and Check-in';
const ROOM = 'https://meet.example/garden';
const ONLINE = { service: SERVICE, place: 'VIRTUAL', length: 30 } as const;
const START = app.clock.now();

const roomField = (page: Page) => page.getByLabel('Address of your room');
const saveRoom = (page: Page) => page.getByRole('button', { name: 'Save room' }).click();

test('a client joins from 15 minutes before, once the practice has said where', async () => {
  const name = { first_name: 'Petra', last_name: 'Lindgren' };
  const { client } = await clientWithVisits(app, name, [{ ...ONLINE, minutes: 20 }]);
  await client.goto('/profile/schedule');
  await expect(client.getByText('Nalini will send you the link.')).toBeVisible();

  const staff = await staffBrowser(app);
  await openStaff(staff, '/settings', 'Settings');
  await roomField(staff).fill('http://meet.example/garden');
  await saveRoom(staff);
  await expect(staff.getByText('Please enter an address that begins with https://')).toBeVisible();
  await expect(roomField(staff)).toBeFocused();
  await roomField(staff).fill(ROOM);
  await staff.getByLabel('What to know').fill('Please have a pen.');
  await saveRoom(staff);
  await expect(staff.getByText('Saved.')).toBeVisible();
  await expectAccessible(staff);

  await client.goto('/profile/schedule');
  await expect(client.getByText('The link opens 15 minutes before.')).toBeVisible();
  const [booking] = await client.call(getUserBookings);
  const path = new URL(booking!.join!.url).pathname;
  const guest = visitor(app);
  await guest.goto(path);
  await expect(guest.getByRole('heading', { level: 1, name: SERVICE })).toBeVisible();
  await expect(guest.getByText('Monday, March 2, 2026, 9:20 AM - 9:50 AM PST')).toBeVisible();
  await expect(guest.getByText('The link opens at 9:05 AM PST.')).toBeVisible();
  await expect(guest.getByText('Please have a pen.')).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Join' })).toHaveCount(0);

  guest.setTime(new Date(START.getTime() + 6 * MINUTE_MS));
  await guest.goto(path);
  await expect(guest.getByRole('link', { name: 'Join' })).toHaveAttribute('href', `${path}/room`);
  await expectAccessible(guest);
  await client.goto('/profile/schedule');
  await expect(client.getByRole('link', { name: `Join ${SERVICE}` })).toHaveAttribute(
    'href',
    `${booking!.join!.url}/room`,
  );
  guest.setTime(new Date(START.getTime() + 51 * MINUTE_MS));
  await guest.goto(path);
  await expect(guest.getByText('This session is over.')).toBeVisible();
  await expect(guest.getByText('Please have a pen.')).toHaveCount(0);
  await guest.goto(`/join/${'k'.repeat(43)}`);
  await expect(guest.getByRole('heading', { name: 'This link doesn’t work any more.' })).toBeVisible();
});

test('staff start a session from Today and the booking, which can have a room of its own', async () => {
  const own = await testApp();
  const name = { first_name: 'Ivo', last_name: 'Marlow' };
  const { ids } = await clientWithVisits(own, name, [{ ...ONLINE, minutes: 20 }]);
  const page = await staffBrowser(own);
  await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
  await expect(page.getByText('No room yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Online room…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Online room' });
  await sheet.getByLabel('Address for this booking alone').fill('https://ivo@meet.example');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Please leave out the user name and the password.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Address for this booking alone').fill(ROOM);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The online room is changed. The client’s link stays.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start' })).toHaveAttribute('href', ROOM);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Online room changed by /)).toBeVisible();

  await openStaff(page, '', 'Monday 2 March');
  await expect(page.getByRole('link', { name: 'Start' }).first()).toHaveAttribute('href', ROOM);
});
