import axe from 'axe-core';
import { expect } from 'vitest';
import type { Locator } from './locator.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** These look at colours, sizes and scrolling, which only a browser knows. */
const OF_LAYOUT = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

axe.configure({ noHtml: true });

/**
 * Checks that axe finds no violation of WCAG 2.2 AA in names, roles, states and structure: on the whole page, in the topmost
 * open dialog, or in `part`. Contrast and target size are measured in Chromium.
 */
export async function expectAccessible(_: unknown, { part }: { part?: Locator } = {}): Promise<void> {
  // Nothing here has a style sheet, so the inline style is the whole style. The document takes long to compute the same.
  const { getComputedStyle } = window;
  window.getComputedStyle = (element) => (element as HTMLElement).style;
  const root = part ? await part.one() : [...document.querySelectorAll('dialog[open]')].at(-1);
  const { violations } = await axe
    .run(root ?? document, {
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
      runOnly: { type: 'tag', values: WCAG },
      rules: Object.fromEntries(OF_LAYOUT.map((rule) => [rule, { enabled: false }])),
    })
    .finally(() => (window.getComputedStyle = getComputedStyle));
  const all = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
  expect(all, location.pathname).toEqual([]);
}
