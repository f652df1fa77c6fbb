import { expect, test } from '@playwright/test';
import { open } from './support/people.ts';

const VISIBLE = 'img[src^="/art/"]:visible';

for (const [theme, other] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  for (const path of ['/', '/blog']) {
    test(`${path} in the ${theme} theme fetches no picture of the ${other} one`, async ({ page }) => {
      const fetched = { light: new Set<string>(), dark: new Set<string>() };
      page.on('request', (request) => {
        const [, dark, name] = /\/art\/(dark\/)?(blog-.+\.svg)$/.exec(request.url()) ?? [];
        if (name) fetched[dark ? 'dark' : 'light'].add(name);
      });
      const names = (selector: string) =>
        page
          .locator(selector)
          .evaluateAll((images) =>
            images.map((image) => (image as HTMLImageElement).src.split('/').pop()!).toSorted(),
          );
      await page.emulateMedia({ colorScheme: theme });
      await open(page, path);
      // Scrolls to the end, so that every visible picture loads.
      const pictures = page.locator(VISIBLE);
      await expect(pictures.first()).toBeAttached();
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
          .toBe(true);
      }
      const shown = await names(VISIBLE);
      expect(shown.length).toBeGreaterThan(2);
      expect([...fetched[theme]].toSorted()).toEqual(shown);
      // The first picture of the list is not lazy, in either theme.
      const early = await names('img[src^="/art/"][loading="eager"]:visible');
      expect(early).toHaveLength(path === '/blog' ? 1 : 0);
      expect([...fetched[other]]).toEqual(early);

      // Control: after a change of the theme the other pictures are fetched.
      await page.emulateMedia({ colorScheme: other });
      await expect.poll(() => fetched[other].size).toBeGreaterThan(early.length);
    });
  }
}
