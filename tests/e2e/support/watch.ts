import { expect, type Locator, type Page } from '@playwright/test';

/** Collects all errors in the console; check it at the end of a test. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    // Chromium skips the animation between two pages on a busy machine; the new page is there.
    if (!message.startsWith('Transition was aborted because of timeout')) errors.push(message);
  });
  page.on('console', (message) => {
    // The screen handles responses such as 401 and 409; Chromium logs them anyway.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) errors.push(message.text());
  });
  return errors;
}

/** Checks that the page does not scroll sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < most; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `reached with ${most} tabs`).toBeFocused();
}
