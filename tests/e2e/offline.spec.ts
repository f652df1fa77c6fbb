import { expect, test } from '@playwright/test';
import { VISITORS_PAGES } from '#tests/support/pages.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { createClient, open } from './support/people.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors } from './support/watch.ts';

test('offline the events calendar changes the month and the day', async ({ page, context }) => {
  const errors = consoleErrors(page);
  await open(page, '/events');
  const heading = page.locator('.month-head h2');
  const month = (await heading.textContent())!;
  const next = page.getByRole('button', { name: 'Next month' });
  await expect(async () => {
    await next.click();
    await expect(heading).not.toHaveText(month, { timeout: 200 });
  }).toPass();
  await context.setOffline(true);
  const waited = await page
    .getByRole('button', { name: 'Today' })
    .evaluate(async (today: HTMLElement, month) => {
      const heading = document.querySelector('.month-head h2')!;
      const start = performance.now();
      today.click();
      while (heading.textContent !== month && performance.now() - start < 5000)
        await new Promise(requestAnimationFrame);
      return performance.now() - start;
    }, month);
  expect(waited, 'milliseconds until the month of today').toBeLessThan(100);
  await expect(heading).toHaveText(month);
  const day = page.locator('.month-day:not(.is-outside)').nth(14);
  await day.click();
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  await day.click();
  await expect(page).toHaveURL(/day=/);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(heading).toHaveText(month);
  await expect(page.getByText(/Something went wrong|Couldn’t load/)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('offline a link keeps the page, says so, and is followed once online', async ({ page, context }) => {
  for (const path of VISITORS_PAGES) {
    await open(page, path);
    const heading = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? '';
    const target = path === '/about' ? '/blog' : '/about';
    const link = page.locator(`footer a[href="${target}"], a[href="${target}"]`).last();
    await context.setOffline(true);
    await link.evaluate((it: HTMLElement) => it.click());
    await expect(page.getByText('Couldn’t load this page. Retrying…'), path).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toHaveText(heading);
    expect(new URL(page.url()).pathname, path).toBe(path);
    await context.setOffline(false);
    await expect(page, path).toHaveURL(target);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  }
});

test('a page whose data cannot be loaded says so and retries', async ({ page }) => {
  await open(page, '/about');
  let away = true;
  await page.route('**/*.data*', (route) => (away ? route.abort() : route.continue()));
  await page
    .getByRole('link', { name: 'Events', exact: true })
    .first()
    .evaluate((it: HTMLElement) => it.click());
  await expect(page.getByText('Couldn’t load this page. Retrying…')).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  away = false;
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
});

test('a page whose code cannot be loaded keeps the current page and its input, and retries', async ({
  page,
}) => {
  let away = true;
  await page.route(/\/assets\/forgot-password-page-[^/]*\.js$/, (route) =>
    away ? route.abort() : route.continue(),
  );
  await open(page, '/sign-in');
  await page.getByLabel('Email address').fill('typed@example.com');
  await page.evaluate(() => Object.assign(document, { isTheSame: true }));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Couldn’t load this page. Retrying…')).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByLabel('Email address')).toHaveValue('typed@example.com');
  away = false;
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByLabel('Email address')).toHaveValue('typed@example.com');
  expect(await page.evaluate(() => 'isTheSame' in document)).toBe(true);
});

test('another link works while the code of a page cannot be loaded', async ({ page }) => {
  await page.route(/\/assets\/forgot-password-page-[^/]*\.js$/, (route) => route.abort());
  await open(page, '/sign-in');
  await page.evaluate(() => Object.assign(document, { isTheSame: true }));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Couldn’t load this page. Retrying…')).toBeVisible();
  await page.getByRole('link', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/sign-up');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make an account');
  expect(await page.evaluate(() => 'isTheSame' in document)).toBe(true);
});

test('a page whose code the server no longer has reloads the document', async ({ page }) => {
  let isOld = true;
  await page.route(/\/assets\/forgot-password-page-[^/]*\.js$/, (route) =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await open(page, '/sign-in');
  await page.evaluate(() => Object.assign(document, { isTheSame: true }));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // While the document reloads it cannot be evaluated.
  const isTheSame = () => page.evaluate(() => 'isTheSame' in document).catch(() => true);
  await expect.poll(isTheSame).toBe(false);
  isOld = false;
  await open(page, '/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('a page whose code could not be loaded ahead opens once it can', async ({ page }) => {
  const code = (url: URL) => /^\/assets\/.*\.js$/.test(url.pathname);
  await open(page, '/blog');
  await page.evaluate(() => Object.assign(document, { isTheSame: true }));
  await page.route(code, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => /post-page/.test(request.url()));
  const post = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  const title = (await post.textContent())!;
  await post.getByRole('link').hover();
  await failed;
  await page.unroute(code);
  await post.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await page.evaluate(() => 'isTheSame' in document)).toBe(true);
});

test('a screen and a sheet of the staff area whose code cannot be loaded say so and retry', async ({
  page,
  context,
  baseURL,
}) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  let away = true;
  // Scripts and style sheets, what a screen imports as well; all but those of the first screen.
  await page.route(/\/staff\/assets\/(?!index|libraries|rolldown)/, (route) =>
    away ? route.abort() : route.continue(),
  );
  await openStaff(page, '', /./);
  await page.evaluate(() => Object.assign(document, { isTheSame: true }));
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  await expect(page.getByText('Couldn’t load this page. Retrying…')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Days' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Couldn’t load this part of the page. Retrying…')).toBeVisible();
  away = false;
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(page).toHaveURL(/\/staff\/calendar/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar');
  const sheets = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
  expect(sheets.filter((href) => href?.includes('/calendar-page-'))).toHaveLength(1);
  expect(await page.evaluate(() => 'isTheSame' in document)).toBe(true);
});

const SCREENS = [
  ['Schedule', '/profile/schedule'],
  ['Journey', '/profile/journey'],
  ['Forms', '/profile/forms'],
  ['Messages', '/profile/messages'],
] as const;

test('offline a profile screen whose code was never loaded says so and retries', async ({
  page,
  context,
}) => {
  await createClient(page);
  await page.setViewportSize({ width: 1280, height: 780 });
  let away = true;
  // The code is never loaded, neither with the page nor on idle.
  await page.route(/\/assets\/(schedule|journey|forms|messages)-(page|screen)-[^/]*\.js$/, (route) =>
    away ? route.abort() : route.continue(),
  );
  await open(page, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  for (const [name, path] of SCREENS) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(path);
    await expect(page.getByText('Couldn’t load this page. Retrying…')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Profile' }).first()).toBeVisible();
  }
  away = false;
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
});

test('the profile screens work offline once the overview has preloaded them', async ({ page, context }) => {
  await createClient(page);
  await page.setViewportSize({ width: 1280, height: 780 });
  const fetched = ['schedule', 'journey', 'forms', 'messages', 'settings'].map((screen) =>
    page.waitForResponse(new RegExp(`/assets/${screen}-(page|screen)-[^/]*\\.js$`)),
  );
  await open(page, '/profile');
  await Promise.all(fetched);
  await context.setOffline(true);
  for (const [name, path] of SCREENS) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
