import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What a theme can change: everything else of a page is the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const WIDTHS = [1280, 360];
/** Axe itself, in its short form: the builder would read a megabyte and a half twice for every look. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
/** What the builder reads instead: a program that does nothing. */
const NOTHING_MORE = 'undefined';

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

/**
 * No violation of WCAG 2.2 AA that a machine can find, in both themes and at both widths: every rule at
 * each width, and what depends on colours once more in the other theme. The page is left as it was.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  const worn = await themeOf(page);
  const other = worn === 'dark' ? 'light' : 'dark';
  // The width that is worn already first, so that a state which another one would end is seen in both themes.
  for (const width of WIDTHS.toSorted((one, two) => distance(one, size) - distance(two, size))) {
    if (size && size.width !== width) await page.setViewportSize({ width, height: size.height });
    await expectNone(page, `${width} px, ${worn}`, { type: 'tag', values: WCAG });
    await wear(page, other);
    await expectNone(page, `${width} px, ${other}`, { type: 'rule', values: OF_COLOURS });
    await wear(page, worn);
  }
  if (size) await page.setViewportSize(size);
}

const distance = (width: number, size: { width: number } | null): number =>
  Math.abs(width - (size?.width ?? width));

async function expectNone(page: Page, how: string, runOnly: RunOnly): Promise<void> {
  await calm(page);
  // A document that has it keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Frames are videos of others, so the page alone is asked, and only for what is wrong: that takes half the time.
  const { violations } = await new AxeBuilder({ page, axeSource: NOTHING_MORE })
    .options({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
  expect(found, `${new URL(page.url()).pathname}, ${how}`).toEqual([]);
}

const themeOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset.theme ?? 'light');

/** Puts on a theme as the button of the header does: at once, nothing fades. */
const wear = (page: Page, theme: string): Promise<void> =>
  page.evaluate((next) => {
    const { dataset } = document.documentElement;
    dataset.themeChanging = '';
    dataset.theme = next;
  }, theme);

/** What is still fading in or changing colour has no contrast that could be judged; what turns for ever is left. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What a new width or theme sets in motion has begun by the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0));
    await Promise.allSettled(ending.map((animation) => animation.finished));
    delete document.documentElement.dataset.themeChanging;
  });
}
