import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  staffCreatePost,
  staffPost,
  staffPublishPost,
  staffRemovePost,
  staffSavePost,
} from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();
const act = () => ({ action_id: randomUUID() });

const TEA = {
  title: 'A pot for two',
  description: 'What to do with a wet Sunday.',
  hero_image_url: '/art/blog-ginger.svg',
  hero_alt: 'A cup',
  categories: ['Tea'],
  content: 'Warm words.',
};
const save = (page: Page, id: string, version: number, fields: Partial<typeof TEA> = {}) =>
  page.call(staffSavePost, { params: { id }, body: { version, ...TEA, ...fields } });
async function draftOf(page: Page, fields: Partial<typeof TEA> = {}): Promise<string> {
  const { id } = await page.call(staffCreatePost, { body: act() });
  await save(page, id, 1, fields);
  return id;
}
const read = (page: Page, id: string) => page.call(staffPost, { params: { id } });

test('the list says what is to come, written and published, and where there is nothing', async () => {
  const page = await staffBrowser(app);
  const id = await draftOf(page);
  const at = { date: '2026-03-12', time: '08:00' };
  await page.call(staffPublishPost, { params: { id }, body: { ...act(), version: 2, at } });
  await draftOf(page, { title: '' });
  await whileWaiting(page, 'GET', '/api/staff/posts', async () => {
    await page.goto('/staff/posts');
    await expect(page.getByRole('status', { name: 'Loading posts' })).toBeVisible();
  });
  await openStaff(page, '/posts', 'Posts');
  await expect(page.getByRole('row', { name: 'A pot for two' })).toContainText('Thu 12 Mar, 8:00 AM');
  await expect(page.getByRole('row', { name: 'A pot for two' })).toContainText('Scheduled');
  await expect(page.getByRole('row', { name: 'Without a title' })).toContainText('Draft');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Published 9' }).click();
  await expect(page.getByRole('row', { name: 'Six jars are enough' })).toContainText('Published');
  await expect(page.getByRole('row', { name: 'A pot for two' })).toHaveCount(0);
  await app.db.deleteFrom('post_drafts').execute();
  await page.goto('/staff/posts?show=drafts');
  await expect(page.getByText('There are none.')).toBeVisible();
});

test('a post is begun, asked for what it lacks at its fields, planned, published and made a draft again', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/posts', 'Posts');
  await page.getByRole('button', { name: 'New post' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Post' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveAccessibleDescription(/Please give it a title/);
  await expect(page.getByRole('radiogroup', { name: 'Picture of the post' })).toHaveAccessibleDescription(
    'Please choose a picture.',
  );
  await expect(page.getByText('There’s nothing in it yet.')).toBeVisible();
  await title.fill('Six jars are enough');
  await expect(page.getByText('/blog/six-jars-are-enough')).toBeVisible();
  await page.getByLabel('In one sentence').fill('Which ones to keep.');
  await page.getByRole('radio', { name: 'Jars' }).check();
  await expect(page.getByLabel('What it shows')).toHaveValue(/^Two shelves of herb jars/);
  await page.getByLabel('Topics').fill('Herbs,  Kitchen, Herbs');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  const id = page.url().split('/').at(-1)!;
  expect(await read(page, id)).toMatchObject({
    title: 'Six jars are enough',
    categories: ['Herbs', 'Kitchen'],
  });

  // The words are typed in Chromium (tests/e2e/staff-posts.spec.ts).
  const { version } = await read(page, id);
  await save(page, id, version, { title: 'Six jars are enough', hero_image_url: '/art/blog-jars.svg' });
  await page.reload();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(title).toHaveAccessibleDescription(/A post with this address exists/);
  await title.fill('Seven jars');
  await page.getByRole('radio', { name: 'At a time' }).check();
  await page.getByLabel('Date', { exact: true }).fill('2026-03-08');
  await page.getByLabel('Time', { exact: true }).fill('02:30');
  await page.getByRole('button', { name: 'Publish at that time' }).click();
  await expect(page.getByLabel('Time', { exact: true })).toHaveAccessibleDescription(/clock skips/);
  await page.getByLabel('Time', { exact: true }).fill('08:00');
  await page.getByRole('button', { name: 'Publish on Sun 8 Mar, 8:00 AM' }).click();
  await expect(
    page.getByText('It is published on Sun 8 Mar, 8:00 AM. You can change it until then.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Don’t publish it then' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();

  await page.getByRole('radio', { name: 'Now' }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('On the blog since Mar 2, 2026.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See it' })).toHaveAttribute('href', '/blog/seven-jars');
  const changes = page.getByRole('button', { name: 'Publish the changes' });
  await expect(changes).toBeDisabled();
  await title.fill('Eight jars');
  await expect(page.getByText('/blog/seven-jars')).toBeVisible();
  await changes.click();
  await expect.poll(async () => (await app.visit('/blog/feed.xml')).body).toContain('Eight jars');
  await expect(changes).toBeDisabled();

  await page.getByRole('button', { name: 'Unpublish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Unpublish this post?' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible();
});

test('the preview is what visitors see', async () => {
  const page = await staffBrowser(app);
  const video = { insert: { video: 'https://youtu.be/dQw4w9WgXcQ' } };
  const figure = { insert: { imageBlock: { url: '/art/blog-oil.svg', alt: 'Oil', caption: 'Warm' } } };
  const ops = [
    { insert: 'One\n' },
    { insert: 'Two' },
    { insert: '\n', attributes: { header: 3 } },
    figure,
    video,
  ];
  const id = await draftOf(page, { content: JSON.stringify({ ops }) });
  await openStaff(page, `/posts/${id}`, 'Post');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'As visitors see it' });
  await expect(preview.getByRole('heading', { level: 1, name: 'A pot for two' })).toBeVisible();
  await expect(preview.getByRole('heading', { level: 2, name: 'Two' })).toBeVisible();
  await expect(preview.getByRole('list', { name: 'Categories' })).toContainText('Tea');
  await expect(preview.getByRole('figure')).toContainText('Warm');
  await expect(preview.getByRole('link', { name: /^Video: https:\/\/www\.youtube\.com/ })).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole('link', { name: 'Nalini Brandt' }).click();
  expect(page.url()).toBe(`/staff/posts/${id}`);
});

test('two tabs: both texts are shown, and one is chosen', async () => {
  const page = await staffBrowser(app);
  const id = await draftOf(page, { title: 'A pot of tabs' });
  await openStaff(page, `/posts/${id}`, 'Post');
  await save(page, id, 2, { title: 'From the phone', content: 'Other words.' });
  await page.getByRole('textbox', { name: 'Title' }).fill('From the laptop');
  await expect(page.getByText('This post was changed on another device')).toBeFocused();
  const mine = page.getByRole('region', { name: 'Mine, typed here', exact: true });
  const theirs = page.getByRole('region', { name: 'Theirs, saved meanwhile', exact: true });
  await expect(mine).toContainText('From the laptop');
  await expect(theirs).toContainText('Other words.');
  await expect(theirs).toContainText('From the phone');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Put mine below' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('From the laptop');
  await expect.poll(async () => (await read(page, id)).title).toBe('From the laptop');
  expect((await read(page, id)).content.ops[0]?.insert).toMatch(/^Other words\.\s*Warm words\./);

  // Publishing a version that another tab has replaced shows what is there now.
  const { version } = await read(page, id);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await save(page, id, version, { title: 'From the phone again' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('From the phone again');
});

test('what is typed stays: while saving fails, and when the post is deleted meanwhile', async () => {
  const page = await staffBrowser(app);
  const id = await draftOf(page, { title: 'A pot of trouble' });
  await openStaff(page, `/posts/${id}`, 'Post');
  const title = page.getByRole('textbox', { name: 'Title' });
  await whileFailing(page, 'PUT', `/api/staff/posts/${id}`, async () => {
    await title.fill('A pot of more trouble');
    await expect(page.getByText(/^Couldn’t save\. Retrying\./)).toBeVisible();
  });
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByLabel('Topics').fill('a, b, c, d, e, f, g, h, i');
  await expect(page.getByText(/^Not saved\. Please give it 8 topics at most\./)).toBeVisible();
  await page.getByLabel('Topics').fill('a');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  const { version } = await read(page, id);
  await page.call(staffRemovePost, { params: { id }, body: { ...act(), version } });
  await title.fill('A pot of no more');
  await expect(page.getByText(/^Not saved\. This post was not found\./)).toBeVisible();
  await expect(title).toHaveValue('A pot of no more');
  await page.goto(`/staff/posts/${id}`);
  await expect(page.getByRole('alert')).toContainText('This post was not found.');
});
