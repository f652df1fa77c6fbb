import type { Page, Route } from '@playwright/test';

/**
 * While `work` runs, this call of the site fails without a message: it is answered with that status and nothing else, or
 * not at all (0). So the screen must show the text of product.md §8.
 */
export async function whileFailing(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
  status = 500,
): Promise<void> {
  await whileAnswering(page, method, path, work, async (route) => {
    if (status === 0) await route.abort();
    else await route.fulfill({ status, body: '' });
  });
}

/** While `work` runs, this call is answered with something that cannot be read: half a JSON text. */
export async function whileUnreadable(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  const half = { contentType: 'application/json', body: '{"data":' };
  await whileAnswering(page, method, path, work, (route) => route.fulfill(half));
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
  const workAndLetGo = async () => {
    await work();
    letGo();
  };
  await whileAnswering(page, method, path, workAndLetGo, async (route) => {
    await released;
    await route.fallback();
  });
}

async function whileAnswering(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  const here = (url: URL) => url.pathname === path || url.pathname.startsWith(`${path}/`);
  await page.route(here, (route) => (route.request().method() === method ? answer(route) : route.fallback()));
  await work();
  await page.unroute(here);
}
