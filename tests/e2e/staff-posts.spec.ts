import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { slugOf } from '#domain/text/slug.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { open } from './support/people.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 720 };
/** Other tests of this file run at the same time. */
let title: string;
const path = () => `/blog/${slugOf(title)}`;

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  title = `Calendula ${randomUUID()}`;
  await signInOwner(context, baseURL!);
});
test.afterEach(async () => {
  const database = await appDatabase();
  await database.query('delete from posts where title = $1', [title]);
  await database.query('delete from post_drafts where title = $1', [title]);
  await database.end();
});

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const isSaved = (page: Page) => expect(page.getByText(/^Saved \d/)).toBeVisible();
const status = async (page: Page) => (await page.request.get(path())).status();

test('a post is written with its formats and pictures, planned, published and unpublished', async ({
  page,
}) => {
  await openStaff(page, '/posts', 'Posts');
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByLabel('In one sentence').fill('Three weeks on a bookcase.');
  await page.getByLabel('Topics').fill('Herbs');
  await page.getByRole('radio', { name: 'Calendula' }).check();
  await text(page).click();
  await page.keyboard.type('It is almost ready.\n');
  await page.getByRole('button', { name: 'Heading', exact: true }).click();
  await page.keyboard.type('Pick late\n');
  await page.getByRole('button', { name: 'Bullet list' }).click();
  await page.keyboard.type('One layer\n\n');
  await page.getByRole('button', { name: 'Quote' }).click();
  await page.keyboard.type('It snaps.\n');
  await page.getByRole('button', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Picture in the text' });
  await sheet.getByRole('radio', { name: 'Jars' }).check();
  await sheet.getByLabel('Words below it').fill('On the shelf');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Put it into the text' }).click();
  // A press selects it, and its button changes it.
  await text(page).getByRole('figure').click();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await sheet.getByLabel('Words below it').fill('On my shelf');
  await sheet.getByRole('button', { name: 'Put it into the text' }).click();
  await expect(text(page).getByRole('figure')).toHaveCount(1);
  await isSaved(page);

  // The hero is drawn smaller and kept as a file of the site.
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 42 } });
  const file = { name: 'calendula.png', mimeType: 'image/png', buffer: png };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('radio', { name: 'Your picture' })).toBeChecked();
  await isSaved(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog', { name: 'As visitors see it' })).toContainText('On my shelf');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'At a time' }).check();
  await page.getByLabel('Date', { exact: true }).fill('2031-12-24');
  await page.getByRole('button', { name: 'Publish on Wed 24 Dec, 8:00 AM' }).click();
  await expect(page.getByText(/^It is published on Wed 24 Dec, 8:00 AM/)).toBeVisible();
  expect(await status(page)).toBe(404);
  await page.getByRole('radio', { name: 'Now' }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^On the blog since/)).toBeVisible();
  await expect.poll(() => status(page)).toBe(200);

  const staffUrl = page.url();
  await open(page, path());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('heading', { level: 2, name: 'Pick late' })).toBeVisible();
  await expect(
    page.getByRole('article').getByRole('listitem').filter({ hasText: 'One layer' }),
  ).toBeVisible();
  await expect(page.locator('blockquote')).toHaveText('It snaps.');
  await expect(page.getByRole('figure')).toContainText('On my shelf');
  await expect
    .poll(() => page.locator('.post-picture img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.goto(staffUrl);
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect.poll(() => status(page)).toBe(404);
});

test('on a phone nothing scrolls sideways, and what is typed without a network is there after a reload', async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await openStaff(page, '/posts', 'Posts');
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await isSaved(page);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await context.setOffline(true);
  await text(page).click();
  await page.keyboard.type('Typed on the train.');
  await expect(page.getByText('You’re offline. Saved on this device.')).toBeVisible();
  await page.route('**/api/staff/posts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await context.setOffline(false);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(text(page)).toContainText('Typed on the train.');
  await page.unroute('**/api/staff/posts/*');
  // The page that was left may have sent it, and this one has nothing to save.
  await expect(page.getByText(/^Saving…|Saved on this device\.$/)).toHaveCount(0);
  await page.reload();
  await expect(text(page)).toContainText('Typed on the train.');
  await page.setViewportSize(WIDE);
});

test('pasted pages and videos load nothing from other sites', async ({ page }) => {
  await openStaff(page, '/posts', 'Posts');
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await text(page).click();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate(() => {
    const data = new DataTransfer();
    const html =
      '<p style="color:red">Red <b>words</b><img src="https://pictures.example/a.png" alt="far">' +
      '<img src="data:image/png;base64,AAAA"><iframe src="https://pictures.example/"></iframe></p>';
    data.setData('text/html', html);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(text(page)).toContainText('Red words');
  await expect(text(page).getByRole('link', { name: 'far' })).toHaveAttribute('href', /pictures\.example/);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Link address').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.getByRole('button', { name: 'Set link' }).click();
  await expect(text(page)).toContainText('Video: https://www.youtube.com/embed/dQw4w9WgXcQ');
  await expect(text(page).locator('img, iframe')).toHaveCount(0);
  await isSaved(page);
  expect(asked.filter((url) => /pictures\.example|youtu/.test(url))).toEqual([]);
});
