/// <reference lib="dom" />
import type { ElementHandle, Page } from 'puppeteer-core';

/** Names of buttons on the way to a slot, as patterns. */
export const SEE_AVAILABILITY = String.raw`^See Availability of (?!.*House Call)`;
export const OPEN_DAY = String.raw`, \d+ times? available$`;
export const BOOK_SLOT = '^Book Slot';

export const hydrated = (page: Page) => page.waitForSelector('html[data-hydrated]');

/** The first button that can be pressed whose name matches. */
export async function find(page: Page, name: string): Promise<ElementHandle<Element>> {
  const handle = await page.waitForFunction(
    (pattern) =>
      [...document.querySelectorAll('button')].find(
        (button) =>
          !button.disabled &&
          button.ariaDisabled !== 'true' &&
          button.checkVisibility() &&
          new RegExp(pattern).test((button.ariaLabel ?? button.textContent).trim().replaceAll(/\s+/g, ' ')),
      ),
    {},
    name,
  );
  return handle.asElement() as ElementHandle<Element>;
}

export async function press(page: Page, name: string): Promise<void> {
  const button = await find(page, name);
  await button.scrollIntoView();
  await button.click();
}
