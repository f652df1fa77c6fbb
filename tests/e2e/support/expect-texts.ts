import { expect, type Locator, type Page } from '@playwright/test';
import { saidIn, textsOf } from '#tests/support/said.ts';
import type { Screen } from '../texts.ts';

/** Expects every text of this state of this screen to be visible to the letter. */
export async function expectTexts(where: Page | Locator, screen: Screen, state: string): Promise<void> {
  for (const text of textsOf(screen, state))
    await expect(saidIn<Locator>(where, text), `${screen}, ${state}: ${text}`).toBeVisible();
}
