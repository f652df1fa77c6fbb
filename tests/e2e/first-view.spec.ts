import { expect, type Page, test } from '@playwright/test';
import { hydrated } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';
import { withMotion } from './support/motion.ts';

test.use(withMotion);

/** The public pages. All other pages have the same header, fonts and style sheets. */
const PAGES = [
  '/',
  '/wellness-services',
  '/blog',
  '/blog/kitchari-on-a-grey-sunday',
  '/events',
  '/about',
  '/sign-in',
];
/** The aim of goals.md P14, which assumes that the fonts are loaded before the first paint. */
const MAX_SHIFT = 0.01;

/** Whether the system has one of the fallback fonts of fonts.css. */
async function hasFallbackFonts(page: Page): Promise<boolean> {
  return await page.evaluate(async () => {
    const found = async (...names: string[]): Promise<boolean> =>
      await new FontFace('probe', names.map((name) => `local('${name}')`).join(', ')).load().then(
        () => true,
        () => false,
      );
    return (
      (await found(
        'Times New Roman',
        'Liberation Serif',
        'Tinos',
        'Nimbus Roman',
        'Noto Serif',
        'DejaVu Serif',
      )) && (await found('Arial', 'Liberation Sans', 'Arimo', 'Nimbus Sans', 'Roboto', 'DejaVu Sans'))
    );
  });
}

for (const width of [360, 1280]) {
  test(`at ${width} px late fonts cause no layout shift, and the first view needs no other file`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    const errors = consoleErrors(page);
    await page.goto('/healthz');
    test.skip(!(await hasFallbackFonts(page)), 'this system has none of the fallback fonts');

    const sheets: string[] = [];
    page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()));
    // Font requests wait until the page is painted and hydrated.
    let held = Promise.withResolvers<void>();
    let requested = 0;
    await page.route('**/*.woff2', async (route) => {
      requested += 1;
      await held.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      const shift = { sum: 0 };
      Object.assign(window, { shift });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift.sum += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of PAGES) {
      held = Promise.withResolvers<void>();
      requested = sheets.length = 0;
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      expect(requested, `${path}: fonts requested`).toBeGreaterThanOrEqual(2);
      expect(sheets, `${path}: style sheets fetched before the first paint`).toEqual([]);
      await hydrated(page);
      held.resolve();
      await page.evaluate(() => document.fonts.ready);
      // Two frames: the first shows the text in our fonts, the shift is measured by the second.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const ours = await page.evaluate(() =>
        [...document.fonts].filter(
          ({ family, status }) => family.includes('Variable') && status === 'loaded',
        ),
      );
      expect(ours.length, `${path}: our fonts have loaded`).toBeGreaterThanOrEqual(2);
      const shift = await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum);
      expect(shift, `${path}: layout shift`).toBeLessThan(MAX_SHIFT);
    }
    expect(errors).toEqual([]);
  });
}

test('on a phone the landing page paints its text first, then the hero drawing, then the sections below the fold', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.addInitScript(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames });
    const isRendered = (selector: string) =>
      document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    const look = () => {
      frames.push({
        drawn: isRendered('.hero-art svg'),
        painted: performance.getEntriesByName('first-contentful-paint').length > 0,
        below: isRendered('.below-fold h3'),
      });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames.at(-1)))
    .toEqual({ drawn: true, painted: true, below: true });
  const frames = await page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
  expect(frames.filter(({ drawn, painted }) => drawn && !painted)).toEqual([]);
  expect(frames.filter(({ below, drawn }) => below && !drawn)).toEqual([]);
});

type Frame = { drawn: boolean; painted: boolean; below: boolean };

test('on a phone the sections below the fold render when the browser is idle, without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/about', '/wellness-services', '/blog']) {
    await page.goto(path);
    await expect
      .poll(
        () =>
          page
            .locator('.below-fold')
            .evaluateAll((sections) => [
              ...new Set(sections.map((section) => getComputedStyle(section).contentVisibility)),
            ]),
        path,
      )
      .toEqual(['visible']);
    expect(await page.evaluate(() => scrollY), path).toBe(0);
  }
});

test('client-side navigation loads the style sheet of the next page', async ({ page }) => {
  const errors = consoleErrors(page);
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('link', { name: 'Events', exact: true }).first().click();
  await expect(page).toHaveURL('/events');
  const columns = () =>
    page
      .locator('.events')
      .evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const navigated = await columns();
  await page.goto('/events');
  expect(await columns()).toBe(navigated);
  expect(navigated).toBeGreaterThan(1);
  expect(errors).toEqual([]);
});

test('server markup stays while its code cannot be loaded, and works once it can', async ({ page }) => {
  let offline = true;
  let requested = 0;
  await page.route(/\/assets\/(hero-art|below-the-fold|month-grid)-[^/]*\.js$/, async (route) => {
    requested += 1;
    await (offline ? route.abort() : route.continue());
  });
  const expectMarkup = async (path: string, selector: string) => {
    requested = 0;
    await page.goto(path);
    await hydrated(page);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => requested, path).toBeGreaterThan(0);
    // Two frames: the second shows what a failure does to the page.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(page.locator(selector).first(), path).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  };
  await expectMarkup('/', '.hero-art svg');
  await expect(page.locator('.below-fold h3').first()).toBeAttached();
  await expectMarkup('/sign-in', '.auth-art svg');
  await expectMarkup('/events', 'table.month');
  offline = false;
  const next = page.getByRole('button', { name: 'Next month' });
  const month = (await page.locator('.month-head h2').textContent())!;
  await expect(async () => {
    await next.click();
    await expect(page.locator('.month-head h2')).not.toHaveText(month, { timeout: 200 });
  }).toPass();
});
