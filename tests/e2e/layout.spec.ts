import { expect } from '@playwright/test';
import { test } from './support/lasting-page.ts';
import { createClient, newEmail, open, PASSWORD, signInDemo } from './support/people.ts';

/** Small laptops, a large screen, and a high and narrow one. */
const SIZES = [
  [1280, 720],
  [1366, 768],
  [1366, 650],
  [1440, 900],
  [1024, 1366],
] as const;

test('the text next to sign up and reset does not touch the drawing, at five sizes', async ({ page }) => {
  const expectClear = async (step: string) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const [at, y] of Object.entries({ top: 0, end: 10_000 })) {
        await page.evaluate((to) => window.scrollTo(0, to), y);
        const boxes = await page.locator('.auth-art').evaluate((aside) => {
          const words = aside.querySelector('p')!.getBoundingClientRect();
          const art = aside.querySelector('.art')!.getBoundingClientRect();
          return { words: words.bottom, art: art.top };
        });
        expect(
          boxes.words,
          `${step} at ${width} × ${height}, ${at}: end of the words over the top of the drawing`,
        ).toBeLessThanOrEqual(boxes.art + 1);
      }
    }
  };
  await open(page, '/sign-up');
  await page.getByLabel('Password', { exact: true }).focus();
  await expectClear('sign up, first step');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign up|Create)/i }).click();
  await expect(page.locator('.code-input')).toBeVisible();
  await expectClear('sign up, code');
  await open(page, '/forgot-password');
  await expectClear('reset, first step');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.locator('.code-input')).toBeVisible();
  await expectClear('reset, code');
});

test('at 360 px every service filter is inside the window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/wellness-services');
  for (const pill of await page.locator('.pill').all()) {
    const box = (await pill.boundingBox())!;
    expect(box.x, await pill.innerText()).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, await pill.innerText()).toBeLessThanOrEqual(360);
  }
});

test('the large layout starts at 1000 px everywhere in the profile', async ({ page }) => {
  await createClient(page);
  await page.setViewportSize({ width: 1000, height: 800 });
  const columnsOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => getComputedStyle(it).gridTemplateColumns.split(' ').length);
  await open(page, '/profile');
  await expect(page.locator('.tiles')).toBeVisible();
  expect(await columnsOf('.profile-shell'), 'sidebar beside the screen').toBe(2);
  expect(await columnsOf('.tiles'), 'tiles of the overview').toBe(2);
  await page.setViewportSize({ width: 999, height: 800 });
  expect(await columnsOf('.profile-shell'), 'no sidebar below it').toBe(1);
});

for (const [width, named] of [
  [1280, false],
  [1440, true],
] as const) {
  test(`at ${width} px a day of Schedule shows the time of a booking whole${named ? ' and its name' : ''}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInDemo(page);
    await open(page, '/profile/schedule');
    const entries = page.locator('.month-event');
    await expect(entries.first()).toBeVisible();
    for (const entry of await entries.all()) {
      const shown = await entry.evaluate((it: HTMLElement) => it.innerText.trim());
      expect(shown).toMatch(named ? /^\d{1,2}:\d{2} \S/ : /^\d{1,2}:\d{2}$/);
      // The time comes first and is never cut off.
      const time = await entry.evaluate((it) => {
        const range = document.createRange();
        range.selectNode(it.firstChild!);
        return { end: range.getBoundingClientRect().right, box: it.getBoundingClientRect().right };
      });
      expect(time.end).toBeLessThanOrEqual(time.box);
    }
  });
}
