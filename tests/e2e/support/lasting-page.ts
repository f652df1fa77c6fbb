import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';

/** The page that the tests of a worker share. */
let lasting: Page | undefined;

/**
 * Playwright's `test` with one page for all tests of a worker. A fresh context, its first page load and its end cost 0.4 s of
 * a core: scripts are fetched and compiled again each time. Between two tests the page forgets cookies, storage, routes,
 * listeners, sizes and emulation, and leaves the site; it keeps its process, its HTTP cache, its history, and scripts for new
 * documents, and has no view transitions. So this is not for tests about sessions, caches or first visits. A test with context
 * options of its own gets a fresh context, and so does one with `test.use({ fresh: true })`, for `page.clock` and
 * `addInitScript`.
 */
export const test = base.extend<{ fresh: boolean }>({
  fresh: async ({ timezoneId, viewport, deviceScaleFactor, contextOptions }, provide, { project }) => {
    const mine = { timezoneId, viewport, deviceScaleFactor, contextOptions };
    const usual = { viewport: { width: 1280, height: 720 }, ...project.use };
    const differs = (name: keyof typeof mine) =>
      JSON.stringify(mine[name] ?? null) !== JSON.stringify(usual[name] ?? null);
    await provide((Object.keys(mine) as (keyof typeof mine)[]).some(differs));
  },
  context: async ({ browser, fresh }, provide) => {
    if (fresh) {
      const context = await browser.newContext();
      await provide(context);
      await context.close();
      return;
    }
    const page = await lastingPage(browser);
    await provide(page.context());
    await forget(page);
  },
  page: async ({ context, fresh }, provide) => {
    await provide(fresh || !lasting ? await context.newPage() : lasting);
  },
});

async function lastingPage(browser: Browser): Promise<Page> {
  if (!lasting || lasting.isClosed()) {
    lasting = await (await browser.newContext()).newPage();
    // Chromium aborts a view transition after four seconds with an error, which can happen on a loaded machine; without
    // transitions the pages change at once.
    await lasting.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'startViewTransition', { value: undefined }),
    );
  }
  return lasting;
}

async function forget(page: Page): Promise<void> {
  const context = page.context();
  for (const name of ['console', 'pageerror', 'request', 'response', 'requestfailed', 'dialog'] as const)
    page.removeAllListeners(name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.mouse.up();
  await clearStorage(page, context);
  await context.clearPermissions();
  // As playwright.config.ts asks of each context.
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Leaves the site for a document without scripts, so that nothing writes any more, and clears what it stored. */
async function clearStorage(page: Page, context: BrowserContext): Promise<void> {
  if (page.url().startsWith('http')) {
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/healthz`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.name = '';
    });
  }
  await context.clearCookies();
}
