/// <reference lib="dom" />
import type { ElementHandle, Page } from 'puppeteer-core';

/** Names of buttons on the way to a slot, as patterns. */
export const SEE_AVAILABILITY = String.raw`^See Availability of (?!.*House Call)`;
export const OPEN_DAY = String.raw`, \d+ times? available$`;
export const BOOK_SLOT = '^Book Slot';

export const hydrated = (page: Page) => page.waitForSelector('html[data-hydrated]');

/** The first button that can be pressed whose name matches; undefined if there is none. */
const buttonNamed = (pattern: string) =>
  [...document.querySelectorAll('button')].find(
    (button) =>
      !button.disabled &&
      button.ariaDisabled !== 'true' &&
      button.checkVisibility() &&
      new RegExp(pattern).test((button.ariaLabel ?? button.textContent).trim().replaceAll(/\s+/g, ' ')),
  );

/** Waits for the first button that can be pressed whose name matches. */
export async function find(page: Page, name: string): Promise<ElementHandle<Element>> {
  const handle = await page.waitForFunction(buttonNamed, {}, name);
  return handle.asElement() as ElementHandle<Element>;
}

/** Whether such a button is there now. */
export async function isThere(page: Page, name: string): Promise<boolean> {
  return (await page.evaluateHandle(buttonNamed, name)).asElement() !== null;
}

export async function press(page: Page, name: string): Promise<void> {
  const button = await find(page, name);
  await button.scrollIntoView();
  await button.click();
}
