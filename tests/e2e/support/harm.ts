import { expect, type Page } from '@playwright/test';
import { harmIn, watchForScripts } from '../../attacks/support/watched-page.ts';
import { consoleErrors } from './watch.ts';

/** The frames that a text may contain (product.md §5.12.3). */
const VIDEO = /^https:\/\/(?:www\.youtube\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+$/;

/** Everything that ran, was fetched from another site, or was only stopped by the content security policy. */
export async function watchForHarm(page: Page): Promise<string[]> {
  const seen = consoleErrors(page);
  page.on('request', (request) => {
    const url = request.url();
    const isOurs = /^(?:data|blob):/.test(url) || new URL(url).origin === new URL(page.url()).origin;
    if (!isOurs && page.url() !== 'about:blank' && !VIDEO.test(url)) seen.push(`request ${url}`);
  });
  return await watchForScripts(page, seen);
}

/** Checks that nothing ran on this page, and that nothing on it could run. */
export async function expectUnharmed(page: Page): Promise<void> {
  expect(await harmIn(page)).toEqual([]);
}
