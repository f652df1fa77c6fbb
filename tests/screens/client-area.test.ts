import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/call.ts';
import type { getUserBookings } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import { createClient, signInDemo } from './support/people.ts';
import { visitor } from './support/site.ts';

const BOOKINGS = '/auth/get-user-bookings';

const app = await testApp();

/** A date in the practice's zone, formatted by the runtime and not by our own code. */
const inPractice = (instant: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', ...how }).format(new Date(instant));

test('a client views their overview, schedule and journey', async () => {
  const page = visitor(app);
  await signInDemo(page);
  const bookings = (await page.send({ url: BOOKINGS })).json<OutputOf<typeof getUserBookings>>();
  const next = bookings.find(
    ({ status, start_time }) => status === 'CONFIRMED' && new Date(start_time) > app.clock.now(),
  )!;
  const nextTime = inPractice(next.start_time, { hour: 'numeric', minute: '2-digit' });

  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Welcome, Maren Okafor', level: 1 })).toBeVisible();
  await expectTexts(page, 'Overview', 'client');
  const upcoming = page.getByRole('group', { name: 'Upcoming' });
  await expect(upcoming.getByRole('listitem').first()).toContainText(next.service_name);

  // A click anywhere in the tile follows its link.
  await upcoming.getByText(next.service_name).first().click();
  await expect(page).toHaveURL('/profile/schedule');
  await expectTexts(page, 'Schedule', 'shown');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('columnheader').first()).toHaveText(/Mon/);
  await expect(grid.getByRole('gridcell')).toHaveCount(42);

  // Two months on; Today returns and selects today. (domain/calendar tests the turn of the year.)
  const title = page.getByRole('region', { name: 'Calendar', exact: true }).getByRole('heading');
  await expect(title).toHaveText('March 2026');
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(title).toHaveText('May 2026');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(title).toHaveText('March 2026');
  await expect(grid.locator('[aria-current="date"]')).toHaveAttribute('aria-pressed', 'true');

  // A booking under Upcoming shows its day.
  const date = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;
  await page
    .getByRole('button', { name: `${next.service_name} ` })
    .filter({ hasText: nextTime })
    .first()
    .click();
  await expect(
    page.getByRole('heading', { name: inPractice(next.start_time, date), level: 2 }),
  ).toBeFocused();
  const entry = page.getByRole('listitem').filter({ hasText: 'CONFIRMED' });
  await expect(entry).toContainText(next.service_name);
  await expect(entry).toContainText(new RegExp(`${nextTime} - \\d{1,2}:\\d{2} [AP]M`));
  await expect(entry).toContainText(/Paid \$\d+/);
  const file = entry.getByRole('link', { name: /^Add to calendar/ });
  expect((await page.send({ url: (await file.getAttribute('href'))! })).body).toContain('BEGIN:VEVENT');
  await expectAccessible(page);

  await page.getByRole('complementary').getByRole('link', { name: 'Journey' }).click();
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button')
    // The times of a suggested session.
    .filter({ hasNotText: 'Add to cart' });
  await expect(cards.first()).toContainText('Wellness Journey Started');
  await expectTexts(page, 'Journey', 'cards');
  await cards.first().click();
  await expectTexts(page.getByRole('dialog'), 'Journey', 'start');
  await expect(page.getByRole('dialog').getByText('Your Reflections')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(cards.first()).toBeFocused();

  const first = bookings.find(({ service_name }) => service_name === 'Ayurvedic Consultation')!;
  await cards.filter({ hasText: 'Ayurvedic Consultation' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Ayurvedic Consultation' });
  await expectTexts(dialog, 'Journey', 'step');
  await expect(dialog).toContainText(
    inPractice(first.start_time, { month: 'long', day: 'numeric', year: 'numeric' }),
  );
  await expect(dialog).toContainText('1:00 PM');
  await expect(dialog).toContainText('Something warm before nine');
  await expect(dialog.locator('strong')).toHaveText('lunch');
});

test('a new client sees empty states, and failed requests can be retried', async () => {
  const page = visitor(app);
  await createClient(page, {
    first_name: 'Wilhelmina-Alexandra',
    last_name: 'Featherstonehaugh-Cholmondeley',
  });
  await page.goto('/profile');
  await expect(
    page.getByRole('heading', { name: 'Welcome, Wilhelmina-Alexandra', level: 1, exact: true }),
  ).toBeVisible();
  await expectTexts(page, 'Overview', 'new client');
  await expect(page.getByRole('group', { name: 'Journey' })).toContainText('Wellness Journey Started');

  await page.goto('/profile/schedule');
  await expectTexts(page, 'Schedule', 'empty');

  await whileFailing(page, 'GET', BOOKINGS, async () => {
    for (const path of ['/profile/schedule', '/profile/journey']) {
      await page.goto(path);
      await expectTexts(page, 'Overview', 'failed');
    }
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /Wellness Journey Started/ })).toBeVisible();

  // An imported account without a creation date.
  page.intercept('GET', '/auth/get-user', async (ask) => {
    const account = (await (await ask()).json()) as { data: object };
    return Response.json({ ...account, data: { ...account.data, created_at: '' } });
  });
  await page.goto('/profile/journey');
  await expectTexts(page, 'Journey', 'empty');
});
