import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEXTS } from '../e2e/texts.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/product.md'), 'utf8');

/** A text of product.md, and the screen that shows it; `any` is every screen. */
type ExactText = { screen: string; text: string };

/** Exact texts that tests/e2e/texts.ts cannot check, with the test that checks each. */
const IN_OTHER_TESTS: readonly (ExactText & { test: string })[] = [
  // An attribute of the editor, not a text of the page.
  { screen: 'Notes', text: 'Add your notes here...', test: 'tests/e2e/client-area.spec.ts' },
  // Shown after 'Error loading forms: '.
  { screen: 'Resources', text: 'Failed to fetch forms', test: 'tests/e2e/texts.ts' },
  // No code in the browser throws a value that is not an Error.
  { screen: 'Cart', text: 'An unexpected error occurred', test: 'src/web/checkout/conflicts.test.ts' },
];

/** The texts of all quoted lists. The screen is named in bold, or in the heading above. */
function exactTexts(markdown: string): ExactText[] {
  let heading = '';
  return markdown.split('\n').flatMap((line) => {
    heading = /^#+ [\d.]+ (.+)$/.exec(line)?.[1] ?? heading;
    const screen = /^> - \*\*(.+)\*\*/.exec(line)?.[1] ?? heading;
    return line.startsWith('> ')
      ? [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => ({ screen, text: text! }))
      : [];
  });
}

/** Whether a row of the tests shows this exact text. `{…}` in product.md matches any value. */
function isShownBy({ screen, text }: ExactText, row: ExactText): boolean {
  const literal = text.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return (screen === 'any' || screen === row.screen) && new RegExp(`^${literal.join('.+')}$`).test(row.text);
}

const missingInPage = (rows: readonly ExactText[], exact: readonly ExactText[]): ExactText[] =>
  rows
    .filter((row) => !exact.some((each) => isShownBy(each, row)))
    .map(({ screen, text }) => ({ screen, text }));
const missingInTests = (rows: readonly ExactText[], exact: readonly ExactText[]): ExactText[] =>
  exact.filter((each) => ![...rows, ...IN_OTHER_TESTS].some((row) => isShownBy(each, row)));

describe('the exact texts of docs/product.md', () => {
  const exact = exactTexts(page);

  it('are parsed, each with a screen of the browser tests', () => {
    expect(exact.length).toBeGreaterThan(200);
    const screens = new Set<string>(['any', ...TEXTS.map(({ screen }) => screen)]);
    expect(exact.filter(({ screen }) => !screens.has(screen))).toEqual([]);
  });

  it('include every text that the browser tests expect', () => {
    expect(missingInPage(TEXTS, exact)).toEqual([]);
  });

  it('are each expected by the browser tests or by a test named in IN_OTHER_TESTS', () => {
    expect(missingInTests(TEXTS, exact)).toEqual([]);
    for (const { text, test } of IN_OTHER_TESTS)
      expect(readFileSync(join(root, test), 'utf8')).toContain(text);
    expect(IN_OTHER_TESTS.filter((each) => missingInPage([each], exact).length > 0)).toEqual([]);
    expect(IN_OTHER_TESTS.filter((each) => TEXTS.some((row) => isShownBy(each, row)))).toEqual([]);
  });

  it('are each checked in their state by some test', () => {
    const journeys = globSync('tests/{e2e/*.spec.ts,screens/*.test.ts}', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const states = new Set(TEXTS.map(({ screen, state }) => `'${screen}', '${state}'`));
    expect([...states].filter((state) => !journeys.includes(`, ${state})`))).toEqual([]);
  });

  it('control: one changed letter is detected on either side', () => {
    const [row] = TEXTS.filter(({ text }) => text === 'Send Reset Code');
    const changed = TEXTS.map((each) => (each === row ? { ...each, text: 'Send Reset code' } : each));
    expect(missingInPage(changed, exact)).toEqual([{ screen: 'Forgot password', text: 'Send Reset code' }]);
    expect(missingInTests(changed, exact)).toEqual([{ screen: 'Forgot password', text: 'Send Reset Code' }]);
    const other = exactTexts(page.replace('`Resend code in {n}s`', '`Resend code in {n} s`'));
    expect(missingInTests(TEXTS, other)).toEqual([{ screen: 'Sign in', text: 'Resend code in {n} s' }]);
    expect(missingInPage(TEXTS, other)).toEqual([{ screen: 'Sign in', text: 'Resend code in {n}s' }]);
  });
});
