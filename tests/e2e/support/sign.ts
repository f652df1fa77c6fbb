import type { Locator, Page } from '@playwright/test';

/** Draws a wave on the pad of a form. */
export async function sign(page: Page, dialog: Locator): Promise<void> {
  const pad = dialog.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox())!;
  await page.mouse.move(x + 30, y + 64);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(x + 30 + step * 14, y + 64 + (step % 2 ? 24 : -24));
  await page.mouse.up();
}
