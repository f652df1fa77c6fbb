import { expect, type Locator, type Page } from '@playwright/test';
import { type Screen, TEXTS } from '../texts.ts';

/**
 * Expects every text of this state of this screen to be visible to the letter: as a text, as a label, or as a
 * placeholder.
 */
export async function expectTexts(where: Page | Locator, screen: Screen, state: string): Promise<void> {
  const rows = TEXTS.filter((row) => row.screen === screen && row.state === state);
  const page = 'page' in where ? where.page() : where;
  expect(rows, `texts of ${screen}, ${state}`).not.toHaveLength(0);
  for (const { text } of rows) {
    const words = wordsOf(text);
    const said = where
      .getByText(words, { exact: true })
      .or(where.getByLabel(words, { exact: true }))
      .or(where.getByPlaceholder(words, { exact: true }))
      .or(where.getByRole('button', { name: words }))
      .or(where.getByRole('link', { name: words }))
      // A field whose label holds more than the words, and a choice in a list that only opens on request.
      .or(where.getByRole('textbox', { name: words, exact: true }))
      .or(where.getByRole('combobox', { name: words, exact: true }))
      .or(
        where.getByRole('combobox').filter({ has: page.getByRole('option', { name: words, exact: true }) }),
      );
    // The same words may also stand in a menu that is closed.
    await expect(said.filter({ visible: true }).first(), `${screen}, ${state}: ${text}`).toBeVisible();
  }
}

/** Braces, as in 'Resend code in {n}s', stand for any value; all else is to the letter. */
function wordsOf(text: string): string | RegExp {
  if (!/\{\w+\}/.test(text)) return text;
  const literal = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`);
}
