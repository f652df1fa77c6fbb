import type { Page } from '@playwright/test';

/**
 * While `work` runs, this call of the site fails without words of its own: answered with that status and nothing
 * else, or not at all (0). So the screen must say what spec §8 has for it.
 */
export async function whileFailing(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
  status = 500,
): Promise<void> {
  const here = (url: URL) => url.pathname === path || url.pathname.startsWith(`${path}/`);
  await page.route(here, async (route) => {
    if (route.request().method() !== method) await route.fallback();
    else if (status === 0) await route.abort();
    else await route.fulfill({ status, body: '' });
  });
  await work();
  await page.unroute(here);
}

/** While `work` runs, this call waits for its answer: so the screen must say that it is under way. */
export async function whileWaiting(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const here = (url: URL) => url.pathname === path || url.pathname.startsWith(`${path}/`);
  await page.route(here, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  await work();
  letGo();
  await page.unroute(here);
}
