import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtPages } from '#server/pages/serve-pages.ts';
import { testApp } from '../support/app.ts';
import { VISITORS_PAGES } from '../support/pages.ts';

// The pages as they are built: `npm test` builds them first.
const site = await testApp({ pages: builtPages(join(import.meta.dirname, '../../build')) });

const PAGES = [...VISITORS_PAGES, '/checkout/cancel', '/claim', '/create-account', '/nowhere'];

/** The levels of a page's headings, in order. */
const levelsIn = (html: string): number[] =>
  [...html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').matchAll(/<h([1-6])[\s>]/g)].map(([, level]) =>
    Number(level),
  );

/** Levels that are left out, as h1 followed by h3. */
const leaps = (levels: readonly number[]): string[] =>
  levels.flatMap((level, at) => {
    const before = levels[at - 1] ?? 0;
    return level > before + 1 ? [`h${level} after h${before}`] : [];
  });

it.each(PAGES)('%s has one h1 and skips no level as the server renders it', async (url) => {
  const levels = levelsIn((await site.request({ url })).body);
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  expect(leaps(levels)).toEqual([]);
});

it('control: an h3 directly after an h1 is detected', () => {
  expect(leaps(levelsIn('<h1>Cart</h1><footer><h3 class="a">Services</h3><h3>About</h3></footer>'))).toEqual([
    'h3 after h1',
  ]);
});
