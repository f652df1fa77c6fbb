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

test('Today shows the sample day: sessions, tomorrow, and what needs attention', async ({ page }) => {
  const errors = consoleErrors(page);
  await openStaff(page, '', todayTitle());
  await expect(page).toHaveTitle(`Today · ${practice.name}`);
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  await expect(attention.getByRole('link', { name: 'Open booking' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tomorrow' }).getByRole('listitem')).not.toHaveCount(0);
  await page.getByRole('link', { name: /^Day after/ }).click();
  await expect(page).toHaveURL(/\/staff\?date=\d{4}-\d\d-\d\d$/);
  // The sample has sessions, a class, or both, by the weekday.
  await expect(summary(page)).toHaveText(/^\d+ (sessions?|class(es)?)(, \d+ class(es)?)? · /);
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('an arrival is recorded with the button, and with A in the list', async ({ page, request }) => {
  await awaitNewDay();
  const person = { first_name: 'Anouk', last_name: `Fen-${Date.now() % 1e6}` };
  await clientWithVisits({ request }, person, [
    { minutes: withinToday(60) },
    { minutes: withinToday(60) + 1 },
  ]);
  await openStaff(page, '', todayTitle());
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(person.last_name) }) });
  const first = rows.nth(0);
  await first.getByRole('button', { name: 'Arrived' }).first().click();
  await expect(first.getByText(/^Arrived \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(first.getByRole('link', { name: new RegExp(person.last_name) })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const second = rows.nth(1);
  await second.getByRole('link', { name: new RegExp(person.last_name) }).focus();
  await page.keyboard.press('a');
  await expect(second.getByText(/^Arrived \d+:\d\d [AP]M$/)).toBeVisible();
});

test('what needs attention is snoozed and dismissed', async ({ page, request }) => {
  const first_name = `Imogen${Date.now() % 1e6}`;
  await clientWithVisits({ request }, { first_name, last_name: 'Vale' }, [{ minutes: 18 * 60 }]);
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, '', /./);
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  const fold = page.getByRole('button', { name: /^Needs attention/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  const all = attention.getByRole('button', { name: /^Show all/ });
  const item = attention.getByRole('listitem').filter({ hasText: first_name });
  await expect(attention.getByRole('listitem').first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(item).toHaveCount(1);
  // So high that the bar at the bottom covers no button of the list, which would count as too small.
  const height = await page.evaluate(() => document.documentElement.scrollHeight + 200);
  await page.setViewportSize({ width: 360, height });
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await item.getByRole('button', { name: 'Snooze a day' }).click();
  await expect(item).toHaveCount(0);
  await page.reload();
  await fold.click();
  await expect(attention.getByRole('listitem').first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(item).toHaveCount(0);
});

test('arrow keys move between sessions, Enter opens one and Esc closes its menu', async ({ page }) => {
  await openStaff(page, '', todayTitle());
  const names = page.locator('[data-row-target]');
  // A Sunday can have one class alone.
  await expect(async () => {
    await page.getByRole('link', { name: /^Day after/ }).click();
    await expect(names.nth(1)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await names.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(names.first()).toBeFocused();
  const more = page.getByRole('button', { name: /^More for/ }).first();
  await more.click();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await names.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/(bookings|classes)\//);

  // From every screen the search leads to clients, days and screens.
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('maren');
  const found = search.getByRole('link', { name: /^Maren / }).first();
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/clients\/[\da-f-]{36}$/);
  await expect(page.getByRole('article', { name: /^Maren / })).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.keyboard.type('8 dec');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/calendar\?view=day&date=\d{4}-12-08$/);
});

test('a day without bookings says so and leads to the week', async ({ page }) => {
  await openStaff(page, '?date=2026-02-30', todayTitle());
  const far = `${new Date().getUTCFullYear() + 1}-06-06`;
  await openStaff(page, `?date=${far}`, formatFullDay(far));
  await expect(page.getByText(/^Nobody is booked on/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the week' })).toHaveAttribute('href', /calendar/);
  await expectAccessible(page);
});

test('offline and after a failed load what is shown stays, with its time', async ({ page, context }) => {
  await openStaff(page, '', todayTitle());
  await expect(summary(page)).toHaveText(/Times in P[DS]T/);
  await context.setOffline(true);
  await expect(page.getByText(/^You’re offline\. This is as of \d+:\d\d [AP]M\.$/)).toBeVisible();
  await expect(summary(page)).toHaveText(/Times in P[DS]T/);
  await context.setOffline(false);
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
  await page.route('**/api/staff/today*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Couldn’t refresh this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/staff/today*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Couldn’t refresh this.')).toHaveCount(0);
});

test('a first load that fails offers to try again', async ({ page }) => {
  await page.route('**/api/staff/today*', (route) => route.fulfill({ status: 500, body: '' }));
  // The page of this address does not bring the day along.
  await page.goto(`/staff?date=${localDateOf(new Date(), zone)}`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/staff/today*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(summary(page)).toHaveText(/Times in P[DS]T/);
});

test.describe('at a time of its own', () => {
  // The clock of the browser stays with a page.
  test.use({ fresh: true });

  test('the next client is a card with the acts for the door; the rest of the day lies around now', async ({
    page,
    request,
  }) => {
    await awaitNewDay();
    // Early and late in the day the browser's clock is set to an hour with room on both sides.
    const shown = hourWithRoom();
    await page.clock.setFixedTime(shown);
    const fromShown = (minutes: number) => minutes + Math.round((shown - Date.now()) / 60_000);
    const person = { first_name: 'Wilhelmina', last_name: `Featherstonehaugh-${Date.now() % 1e6}` };
    const name = `${person.first_name} ${person.last_name}`;
    await clientWithVisits({ request }, person, [
      { minutes: fromShown(-280), length: 30 },
      // Longer than every sample session, so that no other one that runs now has begun earlier. At any hour it ends after
      // the server's now, so that it is not completed.
      { minutes: fromShown(-170), length: 400 },
      { minutes: fromShown(150), length: 60, address: ADDRESS },
    ]);
    await openStaff(page, '', todayTitle());
    const rows = page.getByRole('list', { name: todayTitle() }).getByRole('listitem');
    const next = page.locator('.is-next', { hasText: name });
    await expect(next.getByText('now', { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(next.getByRole('button', { name: 'Arrived' })).toBeVisible();
    await expect(next.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15035550142');
    await expect(next.getByRole('link', { name: 'Open' })).toBeVisible();
    const texts = await rows.allTextContents();
    const now = texts.findIndex((text) => text.startsWith('Now, '));
    const own = texts.flatMap((text, at) => (text.includes(name) ? [at] : []));
    expect(own[0], 'the first visit is over').toBeLessThan(now);
    expect(own[1], 'the present one has begun').toBeLessThan(now);
    expect(own[2], 'the next one is to come').toBeGreaterThan(now);

    const houseCall = rows.filter({ hasText: '901 SE Morrison Street' }).filter({ hasText: name });
    await expect(houseCall.getByRole('link', { name: 'Directions' }).first()).toHaveAttribute(
      'href',
      /901%20SE%20Morrison/,
    );
    await expectAccessible(page, { part: houseCall.first() });
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
      new Set(['/api/staff/attention', '/api/staff/today']),
    );
  });
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
