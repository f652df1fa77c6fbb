import { expect, type Locator, type Page } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type { getEvents } from '#contract/client.calls.ts';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { test } from './support/lasting-page.ts';
import { createClient, hydrated, open } from './support/people.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

const banner = (page: Page): Locator => page.getByRole('banner');

/** Clicks a menu of the header like a mouse: hovers first, which may open it too. */
async function openMenu(page: Page, name: string): Promise<Locator> {
  const button = banner(page).getByRole('button', { name, exact: true });
  await button.hover();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  return banner(page).locator(`[id="${await button.getAttribute('aria-controls')}"]`);
}

/** Checks that the heading is below the sticky header and inside the window. */
async function expectInView(page: Page, heading: Locator): Promise<void> {
  await expect(heading).toBeVisible();
  await expect(async () => {
    const head = (await banner(page).boundingBox())!;
    const box = (await heading.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(head.y + head.height);
    expect(box.y + box.height).toBeLessThan(page.viewportSize()!.height);
  }).toPass();
}

test('about: every link of the menu scrolls to its heading, from other pages and after a reload', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await open(page, '/');
  const anchors = [
    ['My Story', 'my-story'],
    ['Services', 'services'],
    ['FAQ', 'faq'],
    ['Testimonials', 'testimonials'],
  ] as const;
  for (const [name, id] of anchors) {
    const menu = await openMenu(page, 'About');
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/about#${id}`);
    await expect(menu).toBeHidden();
    // The footer has a heading with the same name.
    const heading = page.getByRole('main').getByRole('heading', { level: 2, name, exact: true });
    await expectInView(page, heading);
    await expect(heading).toBeFocused();
  }
  await page.reload();
  await hydrated(page);
  await expectInView(page, page.getByRole('main').getByRole('heading', { level: 2, name: 'Testimonials' }));
  await open(page, '/about#secret-studio');
  await expectInView(page, page.getByRole('heading', { level: 2, name: 'The Secret Studio' }));
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('a menu closes on Back, and a drawer stays on its page', async ({ page }) => {
  await open(page, '/blog');
  await banner(page).getByRole('link', { name: 'Store' }).click();
  await expect(page).toHaveURL('/store');
  // The new page takes the focus after the address has changed.
  await expect(page.getByRole('main')).toBeFocused();
  const about = banner(page).getByRole('button', { name: 'About', exact: true });
  await about.focus();
  await page.keyboard.press('Enter');
  await expect(about).toHaveAttribute('aria-expanded', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await expect(about).toHaveAttribute('aria-expanded', 'false');

  await page.setViewportSize({ width: 360, height: 720 });
  await banner(page).getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/blog');
});

test('about: the skip link starts at the beginning of the content, also after a reload', async ({ page }) => {
  await open(page, '/about');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about#main');
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 2 }).and(page.locator(':focus'))).toHaveCount(0);
});

test('blog: the list and a post, with its title and the picture for links to it', async ({ page }) => {
  const errors = consoleErrors(page);
  await open(page, '/blog');
  await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0);
  await expectAccessible(page);
  const title = 'A cup of ginger before the rain settles in';
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Sattva & Sage`);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /^http.*\/og\/blog-ginger\.png$/,
  );
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('an event links a client to its times and back to its day', async ({ page }) => {
  await createClient(page);
  const events = (await (await page.request.get('/get-events')).json()) as OutputOf<typeof getEvents>;
  const today = localDateOf(new Date(), practice.zone);
  const classes = events.filter(({ available_spots }) => available_spots !== null && available_spots > 0);
  const dayOf = ({ start }: { start: string }) => localDateOf(start, practice.zone);
  const event = classes.find((each) => dayOf(each) > today && dayOf(each) <= addDays(today, 30))!;
  const day = dayOf(event);
  await open(page, `/events?day=${day}`);
  const panel = page.getByRole('region', { name: formatLongDate(day) });
  await expect(panel.getByRole('article').filter({ hasText: event.title })).toBeVisible();
  await panel.getByRole('link', { name: /^Book / }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: formatLongDate(day) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('button', { name: /^See Availability/ }).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(panel.getByRole('article').filter({ hasText: event.title })).toBeVisible();
});

test('unknown paths, and files for machines', async ({ page, request }) => {
  const errors = consoleErrors(page);
  const missing = await page.goto('/no/such/path');
  expect(missing!.status()).toBe(404);
  await hydrated(page);
  await expectAccessible(page);
  const cutOff = await page.goto('/blog/%E0%A4%A');
  expect(cutOff!.status()).toBe(404);
  await hydrated(page);
  await expectTexts(page, 'Post', 'unknown');

  for (const path of ['/', '/about', '/blog', '/events', '/store']) {
    const head = await request.head(path);
    expect([head.status(), await head.text()], `HEAD ${path}`).toEqual([200, '']);
    const put = await request.fetch(path, { method: 'PUT', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(put.status(), `PUT ${path}`).toBe(405);
  }
  expect((await request.head('/blog/nobody-wrote-this')).status()).toBe(404);
  // However an address is written, the page has the canonical one.
  for (const [asked, path] of Object.entries({ '/STORE//': '/store', '/ABOUT/?x=1&x=2': '/about' }))
    expect(await (await request.get(asked)).text()).toMatch(
      new RegExp(`<link rel="canonical" href="https?://[^/"]+${path}"`),
    );
  // Only clients get the contact e-mail.
  const about = await (await request.get('/about')).text();
  expect(about).toContain('How do I reach you?');
  expect(about).not.toContain('hello@');
  expect(about).toContain('"@type":"FAQPage"');
  // A page that needs scripts says so without them.
  expect(await (await request.get('/cart')).text()).toMatch(/<noscript>.*need it\./);
  expect(errors).toEqual([]);
});

test('on a phone: the drawer, the stored theme, back to top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await open(page, '/about');
  await expectNoSideScroll(page);
  await expect(page.getByRole('button', { name: 'Back to top' })).toHaveCount(0);
  await page.mouse.wheel(0, 1200);
  await page.getByRole('button', { name: 'Back to top' }).click();
  await expect(page.getByRole('button', { name: 'Back to top' })).toHaveCount(0);

  await banner(page).getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');

  await banner(page).getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expectTexts(drawer, 'Header', 'drawer of a visitor');
  await drawer.getByText('About').click();
  await drawer.getByRole('link', { name: 'FAQ' }).click();
  await expect(drawer).toHaveCount(0);
  await expectInView(page, page.getByRole('heading', { level: 2, name: 'FAQ' }));
  await page.reload();
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectInView(page, page.getByRole('heading', { level: 2, name: 'FAQ' }));
});

test('on a phone Back restores the position at once; an anchor of the same page scrolls smoothly, past sections that were not rendered', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 360, height: 720 });
  await open(page, '/about');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-first-load', '');
  const footer = page.getByRole('contentinfo');
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  // Clicked by a script, so that the page does not scroll to the link.
  const press = (name: string) =>
    footer.getByRole('link', { name, exact: true }).evaluate((link: HTMLElement) => link.click());

  // In small steps, so that each section is rendered as it comes near.
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top <= 2000; top += 200) {
      scrollTo(0, top);
      await frame();
    }
    await frame();
  });
  const before = await scrolled();
  expect(before).toBeGreaterThan(1500);
  await press('Blog');
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await expect(html).not.toHaveAttribute('data-first-load');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'FAQ' })).toBeAttached();
  expect(Math.abs((await scrolled()) - before)).toBeLessThanOrEqual(2);
  await expect(html).toHaveCSS('scroll-behavior', 'auto');

  await open(page, '/about');
  await expect(html).toHaveAttribute('data-first-load', '');
  await press('FAQ');
  await expect(html).toHaveCSS('scroll-behavior', 'smooth');
  await expectInView(page, page.getByRole('heading', { level: 2, name: 'FAQ' }));
});
