import { expect, type Locator, type Page } from '@playwright/test';

/** Collects everything that a visitor would find red in the console; ask for it at the end of a test. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // An answer such as 401 or 409 is the screen's business; Chromium logs it whatever the screen does with it.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) errors.push(message.text());
  });
  return errors;
}

/** The page has no scroll bar to the side. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
}

/** Walks with Tab until the focus is there, as somebody without a pointer does. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < most; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `reached with ${most} tabs`).toBeFocused();
}
