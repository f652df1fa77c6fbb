import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** Those that depend on the width. Names, roles and states of what any width shows are checked in tests/screens. */
const OF_SIZES = ['target-size', 'scrollable-region-focusable'];
const WIDTHS = [1280, 360];
/** A tablet at the front desk: for the staff area, in one theme, because the colours are those of the other widths. */
const TABLET = 768;
/** The minified axe, run without the builder, which would send megabytes to and fro for every run. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Violation = {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
};
/** What of axe-core is used. */
type Axe = {
  run(context: Node, options: object): Promise<{ violations: Violation[] }>;
};

/**
 * Checks that axe finds no violation of WCAG 2.2 AA: by every rule at the current width, then colours and sizes in both themes
 * and at each width. While a modal dialog is open, only the dialog. With `part`, only that part of
 * the screen, which must be on the page: for a menu or a banner whose screen has a check elsewhere. Restores the page
 * afterwards.
 */
export async function expectAccessible(
  page: Page,
  { part }: { part?: Locator | undefined } = {},
): Promise<void> {
  const size = page.viewportSize();
  let isFirst = true;
  // The current width first, so that a state that another width would end is checked in both themes.
  const isStaff = new URL(page.url()).pathname.startsWith('/staff');
  for (const width of [...WIDTHS, ...(isStaff ? [TABLET] : [])].toSorted(
    (one, two) => distance(one, size) - distance(two, size),
  )) {
    if (size && size.width !== width) await page.setViewportSize({ width, height: size.height });
    await expectNone(page, width, { part, isFirst, inBothThemes: width !== TABLET });
    isFirst = false;
  }
  if (size) await page.setViewportSize(size);
}

const distance = (width: number, size: { width: number } | null): number =>
  Math.abs(width - (size?.width ?? width));

async function expectNone(
  page: Page,
  width: number,
  { part, ...how }: { part: Locator | undefined; isFirst: boolean; inBothThemes: boolean },
): Promise<void> {
  await calm(page);
  const handle = part ? await part.elementHandle() : null;
  const ask = () => page.evaluate(findViolations, { part: handle, ...how, WCAG, OF_COLOURS, OF_SIZES });
  let found = await ask();
  // A document keeps axe once it is loaded.
  if (found === 'no axe') {
    await page.evaluate(`${AXE};axe.configure({ noHtml: true });`);
    found = await ask();
  }
  expect(found, `${new URL(page.url()).pathname}, ${width} px`).toEqual([]);
}

/** Runs in the page. The other theme is worn between two frames, so that it is never painted. */
async function findViolations({
  part,
  isFirst,
  inBothThemes,
  WCAG,
  OF_COLOURS,
  OF_SIZES,
}: {
  part: Element | null;
  isFirst: boolean;
  inBothThemes: boolean;
  WCAG: string[];
  OF_COLOURS: string[];
  OF_SIZES: string[];
}): Promise<string[] | 'no axe'> {
  if (!('axe' in window)) return 'no axe';
  const { axe } = window as unknown as { axe: Axe };
  // Frames are videos of other sites, so only the page is checked, and only for violations: that takes half the time.
  const options = {
    resultTypes: ['violations'],
    preload: document.querySelector('audio, video') ? { assets: ['media'] } : false,
    iframes: false,
  };
  const only = (values: string[]) => ({ runOnly: { type: 'rule', values } });
  // Behind a modal dialog nothing can be read or reached; the screen without it has a check of its own.
  const root = part ?? [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const { dataset } = document.documentElement;
  const worn = dataset.theme;
  const all: string[] = [];
  const ask = async (which: object): Promise<void> => {
    const { violations } = await axe.run(root, { ...options, ...which });
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        all.push(
          `${id} (${help}) at ${target.join(' ')}, ${dataset.theme ?? 'light'}: ${failureSummary ?? ''}`,
        );
  };
  /** Sets a theme like the button in the header, without transitions. */
  const wear = (theme: string | undefined): void => {
    dataset.themeChanging = '';
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
    document.body.getBoundingClientRect();
  };

  await ask(
    isFirst
      ? { runOnly: { type: 'tag', values: WCAG }, rules: { 'target-size': { enabled: true } } }
      : only([...OF_COLOURS, ...OF_SIZES]),
  );
  if (!inBothThemes) return all;
  wear(worn === 'dark' ? 'light' : 'dark');
  await ask(only(OF_COLOURS));
  wear(worn);
  delete dataset.themeChanging;
  return all;
}

/** Waits for transitions and animations, because contrast cannot be measured during them; endless ones are ignored. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Animations of a new width have started by the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0));
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
