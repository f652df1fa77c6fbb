import type { Page } from './page.ts';

/**
 * While `work` runs, this call fails without a message: with the status and an empty body, or without a response (0). So
 * the screen must show the text of product.md §8.
 */
export const whileFailing = (
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
  status = 500,
): Promise<void> =>
  whileAnswering(page, method, path, work, () =>
    status === 0
      ? Promise.reject(new TypeError('No answer'))
      : Promise.resolve(new Response(null, { status })),
  );

/** While `work` runs, this call returns invalid JSON. */
export const whileUnreadable = (
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> =>
  whileAnswering(page, method, path, work, () =>
    Promise.resolve(new Response('{"data":', { headers: { 'content-type': 'application/json' } })),
  );

/** While `work` runs, this call gets no response yet, so the screen must show that it is loading. */
export async function whileWaiting(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await whileAnswering(page, method, path, work, async (ask) => {
    await promise;
    return ask();
  }).finally(resolve);
}

/** While `work` runs, this call reaches the server, and its response is lost. */
export const whileLosing = (
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> =>
  whileAnswering(page, method, path, work, async (ask) => {
    await ask();
    throw new TypeError('No answer');
  });

async function whileAnswering(
  page: Page,
  method: string,
  path: string,
  work: () => Promise<void>,
  answer: Parameters<Page['intercept']>[2],
): Promise<void> {
  const end = page.intercept(method, path, answer);
  try {
    await work();
  } finally {
    end();
  }
}
