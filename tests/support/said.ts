import { type Screen, TEXTS } from '#tests/e2e/texts.ts';

/** What both kinds of locators can look for: those of a browser and those of tests/screens. */
type Place<Found> = {
  getByText(text: string | RegExp, options: { exact: true }): Found;
  getByLabel(text: string | RegExp, options: { exact: true }): Found;
  getByPlaceholder(text: string | RegExp, options: { exact: true }): Found;
  getByRole(
    role: 'button' | 'link' | 'textbox' | 'combobox' | 'option',
    options?: { name: string | RegExp; exact?: boolean },
  ): Found;
};
type Found<Self> = Place<Self> & {
  or(other: Self): Self;
  filter(options: { visible?: boolean; has?: Self }): Self;
  first(): Self;
  page(): Place<Self>;
};

/** The texts of product.md that this state of this screen shows. Throws if there are none. */
export function textsOf(screen: Screen, state: string): string[] {
  const rows = TEXTS.filter((row) => row.screen === screen && row.state === state);
  if (rows.length === 0) throw new Error(`No texts of ${screen}, ${state}`);
  return rows.map(({ text }) => text);
}

/** Where a text is shown to the letter: as a text, as a label, or as a placeholder. */
export function saidIn<Self extends Found<Self>>(where: Place<Self>, text: string): Self {
  const words = wordsOf(text);
  const exact = { exact: true } as const;
  const shown = where.getByText(words, exact);
  return (
    shown
      .or(where.getByLabel(words, exact))
      .or(where.getByPlaceholder(words, exact))
      .or(where.getByRole('button', { name: words }))
      .or(where.getByRole('link', { name: words }))
      // A field whose label holds more than the words, and a choice in a list that only opens on request.
      .or(where.getByRole('textbox', { name: words, exact: true }))
      .or(where.getByRole('combobox', { name: words, exact: true }))
      .or(
        where
          .getByRole('combobox')
          .filter({ has: shown.page().getByRole('option', { name: words, exact: true }) }),
      )
      // The same words may also stand in a menu that is closed.
      .filter({ visible: true })
      .first()
  );
}

/** Braces, as in 'Resend code in {n}s', stand for any value; all else is to the letter. */
function wordsOf(text: string): string | RegExp {
  if (!/\{\w+\}/.test(text)) return text;
  const literal = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`);
}
