import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { createClient } from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

const banner = (page: Page): Locator => page.getByRole('banner');

/** Clicks a menu of the header like a mouse: hovers first, which may open it too. */
async function openMenu(page: Page, name: string): Promise<Locator> {
  const button = banner(page).getByRole('button', { name, exact: true });
  await button.hover();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  return banner(page).locator(`[id="${await button.getAttribute('aria-controls')}"]`);
}

test('the landing page and the menus of a visitor', async () => {
  const page = visitor(app);
  await page.goto('/');
  await expectTexts(page, 'Landing', 'visitor');
  await expectTexts(banner(page), 'Header', 'visitor');
  await expectAccessible(page);
  await expectTexts(await openMenu(page, 'Services'), 'Header', 'services menu');
  await page.keyboard.press('Escape');
  const menu = await openMenu(page, 'About');
  await expectTexts(menu, 'Header', 'about menu');
  await menu.getByRole('link', { name: 'FAQ', exact: true }).click();
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();
});

test('the About page of a visitor, without the contact e-mail', async () => {
  const page = visitor(app);
  await page.goto('/about');
  const main = page.getByRole('main');
  await expectTexts(main, 'About', 'shown');
  await expect(main.locator('#values').getByRole('listitem')).toHaveCount(6);
  await expect(main.locator('#others').getByRole('link', { name: /^Website/ })).toHaveCount(3);
  const faq = main.locator('#faq');
  await expect(faq.locator('details')).toHaveCount(5);
  await expect(faq).toContainText('A consultation runs about 90 minutes, a Marma session 45 minutes.');
  await faq.getByText('How do I reach you?').click();
  await expect(faq.getByText('Sign in and the contact e-mail appears here.')).toBeVisible();
  await expect(main.getByText('2814 SE Ankeny Street')).toBeVisible();
  await expectAccessible(page);
});

test('the About page has the contact e-mail for clients; the header and drawer of a client', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/about#faq');
  const faq = page.locator('#faq');
  await faq.getByText('How do I reach you?').click();
  await expect(faq.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:hello@/);

  await expectTexts(banner(page), 'Header', 'client');
  await banner(page).getByRole('link', { name: 'Sattva & Sage' }).click();
  await expectTexts(page, 'Landing', 'client');
  await banner(page).getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expectTexts(drawer, 'Header', 'drawer of a client');
  await drawer.getByRole('button', { name: 'Sign Out' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Start your Journey' }).first()).toBeVisible();
});

test('blog: list, post, back, an address without a post', async () => {
  const page = visitor(app);
  await page.goto('/blog');
  await expectTexts(page, 'Blog', 'list');
  const cards = page.getByRole('main').getByRole('article');
  const dates = cards
    .locator('time')
    .elements()
    .map((time) => time.getAttribute('datetime')!);
  expect(dates.length).toBeGreaterThan(2);
  expect(dates).toEqual(dates.toSorted().reverse());
  await expect(cards.first().locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  await expect(cards.first().getByRole('link', { name: 'Nalini Brandt' })).toHaveAttribute(
    'href',
    '/about#my-story',
  );
  await expectAccessible(page);

  const title = 'A cup of ginger before the rain settles in';
  await cards.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL('/blog/a-cup-of-ginger-before-the-rain-settles-in');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectTexts(page, 'Post', 'shown');
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText([
    'Ayurveda',
    'Kitchen herbs',
  ]);
  await expect(page.getByRole('figure')).toContainText('Dried ginger lives on the second shelf');
  await expect(page.getByRole('heading', { level: 2, name: 'Four ways to use one root' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Blog List' }).first().click();
  await expect(page).toHaveURL('/blog');

  await page.goto('/blog/nobody-wrote-this');
  await expectTexts(page, 'Post', 'unknown');
  await page.getByRole('link', { name: 'Return to Blog List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
});

test('blog: a failed list says so and can be retried', async () => {
  const page = visitor(app);
  await page.goto('/store');
  await whileFailing(page, 'GET', '/get-blogs', async () => {
    await banner(page).getByRole('link', { name: 'Blog' }).click();
    await expectTexts(page, 'Blog', 'failed');
  });
  await whileWaiting(page, 'GET', '/get-blogs', async () => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByText('Loading', { exact: true })).toBeVisible();
  });
  await expectTexts(page, 'Blog', 'list');
  expect(new Set(page.errors.splice(0))).toEqual(new Set(['Failed to fetch blogs 503']));
});

test('blog: no posts yet', async () => {
  const page = visitor(app);
  page.intercept('GET', '/get-blogs', () => Promise.resolve(Response.json([])));
  await page.goto('/blog');
  await expectTexts(page, 'Blog', 'empty');
});

test('events: a month from Monday, its days and events', async () => {
  const page = visitor(app);
  await page.goto('/events');
  await expectTexts(page, 'Events', 'shown');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('gridcell')).toHaveCount(42);
  await expect(grid.getByRole('columnheader').first()).toContainText('Monday');
  const today = grid.locator('[aria-current="date"]');
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  const march = page.getByRole('heading', { name: 'March 2026', exact: true });
  await expect(march).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(march).toHaveCount(0);
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(march).toBeVisible();

  // The next events link to their days, in any month.
  const next = page.getByRole('region', { name: 'Coming up' }).getByRole('button').last();
  const title = await next.locator('b').textContent();
  await next.click();
  const day = grid.getByRole('gridcell', { selected: true }).getByRole('button');
  await expect(day).toHaveAttribute('aria-label', new RegExp(`\\d events?: .*${title}`));
  const name = (await day.getAttribute('aria-label'))!.replace(/, \d+ events?:.*/, '');
  const panel = page.getByRole('region', { name });
  await expect(panel.getByRole('heading', { name })).toBeFocused();
  await expect(panel.getByRole('article').filter({ hasText: title })).toContainText(
    /\d{1,2}:\d{2} [AP]M - \d{1,2}:\d{2} [AP]M P[SD]T · /,
  );

  await page.getByRole('button', { name: 'Today' }).click();
  await expect(march).toBeVisible();
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  await today.press('PageDown');
  await expect(march).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(today).toHaveCount(0);

  // The link in the header returns to today from any month.
  await banner(page).getByRole('link', { name: 'Events' }).click();
  await expect(page).toHaveURL('/events');
  await expect(march).toBeVisible();
  await expect(today).toHaveAttribute('aria-pressed', 'true');

  // A class with free seats.
  await grid.getByRole('button', { name: /^Saturday, March 14, 2026, 1 event: Tea blending/ }).click();
  await expect(page.getByText(/^\d+ spots? available$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Book Tea Blending Workshop' })).toHaveAttribute(
    'href',
    '/wellness-services?type=HERBALISM',
  );
});

test('coming-soon pages and unknown paths', async () => {
  const page = visitor(app);
  const main = page.getByRole('main');
  for (const path of ['/store', '/community', '/community-services', '/faq']) {
    await page.goto(path);
    await expectTexts(main, 'Coming soon', 'shown');
    await expect(main).toHaveText('Coming Soon.');
  }
  await expectAccessible(page);
  await page.goto('/no/such/path');
  await expectTexts(page, 'Not found', 'shown');
  await expectAccessible(page);
});
