import { expect, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { formatClock, formatFullDay } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import {
  awaitNewDay,
  clientWithVisits,
  hourWithRoom,
  openStaff,
  signInOwner,
  withinToday,
} from './support/staff-area.ts';
import { test } from './support/lasting-page.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

const { zone } = practice;
const todayTitle = () => formatFullDay(localDateOf(new Date(), zone));
/** '6 sessions, 1 class · 9:00 AM to 5:30 PM', and the zone. */
const summary = (page: Page) => page.locator('.day-sum');
const ADDRESS = {
  street_number: '901',
  route: 'SE Morrison Street',
  subpremise: '',
  city: 'Portland',
  state: 'OR',
  zip_code: '97214',
};

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('axe: a day, the search, an empty day, and on a phone what needs attention', async ({ page }) => {
  const errors = consoleErrors(page);
  await openStaff(page, '', todayTitle());
  await page.getByRole('link', { name: /^Day after/ }).click();
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('searchbox').fill('maren');
  await expect(search.getByRole('link', { name: /^Maren / }).first()).toBeVisible();
  await expectAccessible(page);
  const far = `${new Date().getUTCFullYear() + 1}-06-06`;
  await openStaff(page, `?date=${far}`, formatFullDay(far));
  await expect(page.getByText(/^Nobody is booked on/)).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, '', /./);
  await page.getByRole('button', { name: /^Needs attention/ }).click();
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  await expect(attention.getByRole('listitem').first()).toBeVisible();
  // So high that the bar at the bottom covers no button of the list, which would count as too small.
  const height = await page.evaluate(() => document.documentElement.scrollHeight + 200);
  await page.setViewportSize({ width: 360, height });
  await expectAccessible(page);
  await expectNoSideScroll(page);
  expect(errors).toEqual([]);
});

test('offline what is shown stays, with its time', async ({ page, context }) => {
  await openStaff(page, '', todayTitle());
  await expect(summary(page)).toHaveText(/Times in P[DS]T/);
  await context.setOffline(true);
  await expect(page.getByText(/^You’re offline\. This is as of \d+:\d\d [AP]M\.$/)).toBeVisible();
  await expect(summary(page)).toHaveText(/Times in P[DS]T/);
  await context.setOffline(false);
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
});

test.describe('at a time of its own', () => {
  // The clock of the browser stays with a page.
  test.use({ fresh: true });

  test('on a phone the menu of a house call opens above the bar', async ({ page, request }) => {
    await awaitNewDay();
    // Early and late in the day the browser's clock is set to an hour with room on both sides.
    const shown = hourWithRoom();
    await page.clock.setFixedTime(shown);
    const fromShown = (minutes: number) => minutes + Math.round((shown - Date.now()) / 60_000);
    const person = { first_name: 'Wilhelmina', last_name: `Featherstonehaugh-${Date.now() % 1e6}` };
    await clientWithVisits({ request }, person, [
      { minutes: fromShown(-280), length: 30 },
      // At any hour it ends after the server's now, so that it is not completed.
      { minutes: fromShown(-170), length: 400 },
      { minutes: fromShown(150), length: 60, address: ADDRESS },
    ]);
    await openStaff(page, '', todayTitle());
    const houseCall = page
      .getByRole('list', { name: todayTitle() })
      .getByRole('listitem')
      .filter({ hasText: '901 SE Morrison Street' })
      .filter({ hasText: person.last_name });
    await expect(houseCall.getByRole('link', { name: 'Directions' })).toBeVisible();
    await expectAccessible(page, { part: houseCall });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(page);
    // The row lies at the lower edge of the screen, above the bar: its menu comes into view.
    await houseCall.evaluate((row) => {
      const bar = document.querySelector('nav.staff-rail')!.getBoundingClientRect();
      window.scrollBy(0, row.getBoundingClientRect().top - bar.top + 60);
    });
    await houseCall.getByRole('button', { name: /^More for/ }).click();
    const bar = (await page.getByRole('navigation', { name: 'Staff area' }).boundingBox())!;
    const last = (await houseCall.getByRole('button', { name: 'Reschedule…' }).boundingBox())!;
    expect(last.y + last.height, 'the menu ends above the bar').toBeLessThanOrEqual(bar.y);
  });

  test('the page brings its first answers along: nothing is asked for until the first refresh', async ({
    page,
  }) => {
    // A slow machine may take longer than the refresh does: what is asked for counts by its time.
    let opened = 0;
    const asked: { pathname: string; at: number }[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/staff') opened = Date.now();
      if (pathname.startsWith('/api/')) asked.push({ pathname, at: Date.now() - opened });
    });
    await page.clock.install();
    await openStaff(page, '', todayTitle());
    await expect(summary(page)).toHaveText(/Times in P[DS]T/);
    await expect(page.getByText('Needs attention').first()).toBeAttached();
    expect(asked.filter(({ at }) => at < 10_000)).toEqual([]);
    expect(await page.locator('script[type="application/json"]').count()).toBe(0);
    const refreshed = page.waitForResponse(/\/api\/staff\/today$/);
    await page.clock.fastForward(10_500);
    expect((await refreshed).status()).toBe(200);
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(
      new Set(['/api/staff/attention', '/api/staff/news', '/api/staff/today']),
    );
  });
});

test('after a client has cancelled, Today says so and leads there, on a laptop and a phone', async ({
  page,
  request,
}) => {
  const last_name = `Dahl${Date.now() % 1e6}`;
  const { ids } = await clientWithVisits({ request }, { first_name: 'Rune', last_name }, [
    { minutes: 72 * 60 },
  ]);
  const cancelled = await request.post('/auth/cancel-booking', {
    data: { id: ids[0], expected_cents: 0 },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  await openStaff(page, '', todayTitle());
  const news = page.getByRole('region', { name: 'What is new' });
  const item = news.getByRole('listitem').first();
  await expect(item).toContainText(/^.*Rune D\..* cancelled Marma Session, /);
  await expectAccessible(page, { part: news });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectAccessible(page, { part: news });
  await item.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/staff/bookings/${ids[0]}$`));
});

test.describe('in a browser in Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the times are those of the practice', async ({ page, request }) => {
    await awaitNewDay();
    const person = { first_name: 'Kavita', last_name: `Rao-${Date.now() % 1e6}` };
    const {
      ids: [id],
    } = await clientWithVisits({ request }, person, [{ minutes: withinToday(30) }]);
    await openStaff(page, `/bookings/${id}`, 'Booking');
    const answer = await page.request.get(`/api/staff/bookings/${id}`);
    const { booking } = (await answer.json()) as { booking: { start_time: string } };
    const start = formatClock(booking.start_time, zone);
    await expect(page.getByText(new RegExp(`, ${start} - `))).toBeVisible();
    await page.goto('/staff');
    await expect(page.getByRole('heading', { level: 1, name: todayTitle() })).toBeVisible();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: person.last_name })
        .getByText(new RegExp(`^${start} - `))
        .first(),
    ).toBeAttached();
  });
});

test('printing shows the day sheet with phones and addresses, and nothing else', async ({ page }) => {
  await openStaff(page, '', todayTitle());
  await page.getByRole('link', { name: /^Day after/ }).click();
  await expect(summary(page)).toHaveText(/^\d+ sessions?/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.day-sheet')).toBeVisible();
  await expect(page.locator('.day-sheet-phone').first()).toHaveText(/^\(503\) 555-\d{4}$/);
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});
