import { expect, type Page, test } from '@playwright/test';
import { hydrated } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

/** The public pages; the header, the fonts and the style sheets are the same on all others. */
const PAGES = [
  '/',
  '/wellness-services',
  '/blog',
  '/blog/kitchari-on-a-grey-sunday',
  '/events',
  '/about',
  '/sign-in',
];
/** The aim of goals.md P14, which counts with fonts that are there before the first paint. */
const MOST_SHIFT = 0.01;

/** Whether the system has one of the fonts that fonts.css takes until ours are there. */
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
  test(`at ${width} px nothing moves when the fonts come late, and the first view needs no other file`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    const errors = consoleErrors(page);
    await page.goto('/healthz');
    test.skip(!(await hasFallbackFonts(page)), 'no known font of a system here');

    const sheets: string[] = [];
    page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()));
    // The line to the fonts, held until the page is seen and answers.
    let held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/*.woff2', async (route) => {
      asked += 1;
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
      asked = sheets.length = 0;
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      expect(asked, `${path}: fonts asked for`).toBeGreaterThanOrEqual(2);
      expect(sheets, `${path}: style sheets fetched before it is seen`).toEqual([]);
      await hydrated(page);
      held.resolve();
      await page.evaluate(() => document.fonts.ready);
      // Two frames: the first shows the words in our fonts, the second comes when that is measured.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const ours = await page.evaluate(() =>
        [...document.fonts].filter(
          ({ family, status }) => family.includes('Variable') && status === 'loaded',
        ),
      );
      expect(ours.length, `${path}: our fonts are there`).toBeGreaterThanOrEqual(2);
      const moved = await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum);
      expect(moved, `${path}: layout shift`).toBeLessThan(MOST_SHIFT);
    }
    expect(errors).toEqual([]);
  });
}

test('on a phone the words of the landing page are painted before its drawing is worked out, and that before what is far below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.addInitScript(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames });
    const stands = (selector: string) =>
      document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    const look = () => {
      frames.push({
        drawn: stands('.hero-art svg'),
        painted: performance.getEntriesByName('first-contentful-paint').length > 0,
        below: stands('.far-below h3'),
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

test('on a phone all of a page stands once it has nothing else to do, without being scrolled to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/about', '/wellness-services', '/blog']) {
    await page.goto(path);
    await expect
      .poll(
        () =>
          page
            .locator('.far-below')
            .evaluateAll((parts) => [
              ...new Set(parts.map((part) => getComputedStyle(part).contentVisibility)),
            ]),
        path,
      )
      .toEqual(['visible']);
    expect(await page.evaluate(() => scrollY), path).toBe(0);
  }
});

test('a page that is walked to fetches the style sheet that the first page did not bring', async ({
  page,
}) => {
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
  const walked = await columns();
  await page.goto('/events');
  expect(await columns()).toBe(walked);
  expect(walked).toBeGreaterThan(1);
  expect(errors).toEqual([]);
});

test('what the server has drawn stays while its code cannot be had, and answers once it can', async ({
  page,
}) => {
  let away = true;
  let asked = 0;
  await page.route(/\/assets\/(hero-art|below-the-fold|month-grid)-[^/]*\.js$/, async (route) => {
    asked += 1;
    await (away ? route.abort() : route.continue());
  });
  const expectStanding = async (path: string, selector: string) => {
    asked = 0;
    await page.goto(path);
    await hydrated(page);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => asked, path).toBeGreaterThan(0);
    // Two frames: what a failure does to the page is seen in the next.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(page.locator(selector).first(), path).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  };
  await expectStanding('/', '.hero-art svg');
  await expect(page.locator('.far-below h3').first()).toBeAttached();
  await expectStanding('/sign-in', '.auth-art svg');
  await expectStanding('/events', 'table.month');
  away = false;
  const next = page.getByRole('button', { name: 'Next month' });
  const month = (await page.locator('.month-head h2').textContent())!;
  await expect(async () => {
    await next.click();
    await expect(page.locator('.month-head h2')).not.toHaveText(month, { timeout: 200 });
  }).toPass();
});
