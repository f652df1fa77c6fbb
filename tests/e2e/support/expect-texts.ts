import { expect, type Locator, type Page } from '@playwright/test';
import { type Screen, TEXTS } from '../texts.ts';

/**
 * Every text that the specification gives to this state of this screen stands there, word for word: as a text, as a
 * label, or as a placeholder.
 */
export async function expectTexts(where: Page | Locator, screen: Screen, state: string): Promise<void> {
  const rows = TEXTS.filter((row) => row.screen === screen && row.state === state);
  expect(rows, `texts of ${screen}, ${state}`).not.toHaveLength(0);
  for (const { text } of rows) {
    const said = where
      .getByText(text, { exact: true })
      .or(where.getByLabel(text, { exact: true }))
      .or(where.getByPlaceholder(text, { exact: true }))
      .or(where.getByRole('button', { name: text }))
      .or(where.getByRole('link', { name: text }));
    await expect(said.first(), `${screen}, ${state}: ${text}`).toBeVisible();
  }
}
