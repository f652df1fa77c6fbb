import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * No violation of WCAG 2.2 AA that a machine can find: every rule as the page stands, and the contrasts once more in
 * the other theme.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await calm(page);
  await expectNone(page, new AxeBuilder({ page }).withTags(WCAG));
  const before = await wear(page, 'dark');
  await calm(page);
  await expectNone(page, new AxeBuilder({ page }).withRules(['color-contrast']));
  await wear(page, before);
}

async function expectNone(page: Page, axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
  expect(found, new URL(page.url()).pathname).toEqual([]);
}

/** Puts on a theme; answers the one that was worn. */
const wear = (page: Page, theme: string): Promise<string> =>
  page.evaluate((next) => {
    const { dataset } = document.documentElement;
    const worn = dataset.theme ?? 'light';
    dataset.theme = next;
    return worn;
  }, theme);

/** What is still fading in or changing colour has no contrast that could be judged; what turns for ever is left. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0));
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
