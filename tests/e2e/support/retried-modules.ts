import { type Browser, test } from '@playwright/test';

/** The first Chromium that asks again for a module whose import() failed once. Older ones refuse it until the page is reloaded. */
const RETRIES_SINCE = 156;

export const retriesModules = (browser: Browser): boolean =>
  Number.parseInt(browser.version(), 10) >= RETRIES_SINCE;

/** For what a page does once code that could not be loaded can be. */
export function needsRetriedModules(browser: Browser): void {
  test.skip(!retriesModules(browser), `Chromium ${browser.version()} never loads failed code again`);
}
