import { expect, type Page, test } from '@playwright/test';
import { createClient, hydrated } from './support/people.ts';
import { withMotion } from './support/motion.ts';

test.use(withMotion);

/** Slow 4G as in the browser's devtools: the page is painted long before its code has loaded. */
async function overSlow4G(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
}

/** Holds the code of the pages back until `release` is called, so that a click is always early. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

async function painted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

test('on slow 4G an early click on See Availability opens the dialog', async ({ page }) => {
  await createClient(page);
  await overSlow4G(page);
  // Clicked by a script in the page: on a busy machine the test's own click may come after the code.
  await page.addInitScript(() => {
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      const button = [...document.querySelectorAll('button')].find(
        (each) => each.textContent.startsWith('See Availability') && each.checkVisibility(),
      );
      const isEarly = !('hydrated' in document.documentElement.dataset);
      button?.click();
      Object.assign(window, { pressed: { isEarly, busy: button?.ariaBusy } });
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto('/wellness-services', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'pressed' in window);
  const pressed = await page.evaluate(() => (window as unknown as { pressed: object }).pressed);
  expect(pressed).toEqual({ isEarly: true, busy: 'true' });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[data-early][aria-busy]')).toHaveCount(0);
});

test('an early click on the theme, a menu or the calendar is shown as busy and handled once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 780 });
  let release = await holdCode(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await painted(page);
  const theme = await page.locator('html').getAttribute('data-theme');
  const toggle = page.getByRole('button', { name: /(Dark|Light) theme/ });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', theme!);
  await expect(toggle).not.toHaveAttribute('aria-busy');

  release = await holdCode(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await painted(page);
  const menu = page.getByRole('button', { name: 'Services' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');

  release = await holdCode(page);
  await page.goto('/events', { waitUntil: 'commit' });
  await painted(page);
  const heading = page.locator('.month-head h2');
  const month = (await heading.textContent())!;
  const next = page.getByRole('button', { name: 'Next month' });
  await next.click();
  await expect(next).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(heading).not.toHaveText(month);
  await expect(next).not.toHaveAttribute('aria-busy');
  const second = (await heading.textContent())!;
  await next.click();
  await expect(heading).not.toHaveText(second);
});

test('an early click is dropped after a scroll, after ten seconds, and for a later click', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.clock.install();
  const release = await holdCode(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.waitForSelector('.site-header');
  const menu = page.getByRole('button', { name: 'Menu' });
  const toggle = page.getByRole('button', { name: /(Dark|Light) theme/ });
  const theme = await page.locator('html').getAttribute('data-theme');

  await menu.click();
  await expect(menu).toHaveAttribute('aria-busy', 'true');
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(menu).not.toHaveAttribute('aria-busy');

  await menu.click();
  await toggle.click();
  await expect(menu).not.toHaveAttribute('aria-busy');
  await expect(toggle).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(9_000);
  await expect(toggle).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(1_500);
  await expect(toggle).not.toHaveAttribute('aria-busy');

  await page.clock.resume();
  release();
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme!);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
