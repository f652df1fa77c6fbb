import type { Page, Route } from '@playwright/test';

/**
 * While `work` runs, this call fails without a message: with the status and an empty body, or without a response (0). So
 * the screen must show the text of product.md §8.
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

/** While `work` runs, this call gets no response yet, so the screen must show that it is loading. */
export async function whileWaiting(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const workAndLetGo = async () => {
    await work();
    release();
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
