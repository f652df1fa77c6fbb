import { expect, type Locator, type Page, test } from '@playwright/test';
import { ADDRESSES, isPrivate } from '../support/addresses.ts';
import { chooseLateDay, openAvailability } from './support/booking-steps.ts';
import { open, signInDemo } from './support/people.ts';
import { expectNoSideScroll } from './support/watch.ts';

// A window of 1280 x 800 with the zoom at 200 %.
const DOUBLE = { width: 640, height: 400 };
test.use({ viewport: DOUBLE, deviceScaleFactor: 2 });
/** A phone with text at 150 %. */
const PHONE = { width: 240, height: 430 };
/** The same window at 400 %. */
const FOURFOLD = { width: 320, height: 256 };

/** Checks that an element can be scrolled into view, and that nothing covers it where it is clicked. */
async function expectReachable(target: Locator): Promise<void> {
  await target.click({ trial: true });
  await expect(target).toBeInViewport({ ratio: 0.99 });
}

/** Checks that the dialog fits the window, and that all of its content can be scrolled into view. */
async function expectUsable(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeInViewport({ ratio: 0.99 });
  const buttons = dialog.getByRole('button').and(page.locator(':enabled'));
  await expectReachable(buttons.first());
  await expectReachable(buttons.last());
  await expectNoSideScroll(page);
}

/** Opens a page once and looks at it in the window at 200 %, then in narrower ones. */
async function expectReadable(page: Page, address: string, ...narrow: (typeof PHONE)[]): Promise<void> {
  await test.step(address, async () => {
    await page.setViewportSize(DOUBLE);
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideScroll(page);
    // Sticky elements leave most of the screen to the page.
    const taken = await page.evaluate(() =>
      [...document.querySelectorAll('header, nav, aside, footer, div')]
        .filter(
          (one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position) && one.checkVisibility(),
        )
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, top, bottom }) => width > innerWidth / 2 && bottom > 0 && top < innerHeight)
        .reduce((sum, { height }) => sum + height, 0),
    );
    expect(taken, 'pixels that bars take of 400').toBeLessThanOrEqual(160);
    for (const size of narrow) {
      await page.setViewportSize(size);
      await expectNoSideScroll(page);
    }
  });
}

test('at 200 % and 400 %, and on a phone with text at 150 %: every public page, and the menu', async ({
  page,
}) => {
  for (const address of ADDRESSES.filter((one) => !isPrivate(one))) {
    await expectReadable(page, address, FOURFOLD, PHONE);
    if (address !== '/events') continue;
    // Each day shows its number.
    const cutOff = await page
      .locator('.month-number')
      .evaluateAll((numbers) => numbers.map((one) => one.scrollWidth > one.clientWidth));
    expect(cutOff).toHaveLength(42);
    expect(cutOff).not.toContain(true);
  }

  await page.setViewportSize(DOUBLE);
  await open(page, '/');
  const banner = page.getByRole('banner');
  await expectReachable(banner.getByRole('link').first());
  await banner.getByRole('button', { name: /menu/i }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expectReachable(drawer.getByRole('link').last());
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test("at 200 % and 400 %: the client's area and its dialogs", async ({ page }) => {
  await signInDemo(page);
  for (const address of ADDRESSES.filter(isPrivate)) await expectReadable(page, address, FOURFOLD);
  await page.setViewportSize(DOUBLE);
  const dialog = page.getByRole('dialog');

  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expectUsable(page, dialog);

  await open(page, '/profile/journey');
  await page.getByRole('button', { name: /Ayurvedic Consultation/ }).click();
  await expectUsable(page, dialog);

  await open(page, '/profile/forms');
  await page.getByRole('button', { name: /^(Fill in|Continue) Ayurvedic Intake/ }).click();
  await expect(dialog.getByRole('button', { name: 'Submit Form' })).toBeAttached();
  await expectUsable(page, dialog);

  await open(page, '/wellness-services');
  const availability = await openAvailability(page, 'Slow Morning Flow');
  await expect(availability.getByRole('button', { name: /^Book Slot/ }).first()).toBeAttached();
  await expectUsable(page, availability);
});

test('at 200 %: what a click opens is visible, and covers nothing', async ({ page }) => {
  await open(page, '/sign-in');
  await page.getByLabel('Email address').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not-her-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport({ ratio: 0.99 });

  await signInDemo(page);
  await open(page, '/wellness-services');
  const dialog = await openAvailability(page, 'Slow Morning Flow');
  await chooseLateDay(dialog);
  await expect(dialog.getByRole('button', { name: /^Book Slot/ }).first()).toBeInViewport({ ratio: 0.99 });

  await open(page, '/profile/forms');
  await page.getByRole('button', { name: /^(Fill in|Continue) Ayurvedic Intake/ }).click();
  await page.getByRole('button', { name: 'Submit Form' }).click();
  const missing = page.getByRole('dialog').locator('[data-question] :focus');
  await expect(missing).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeAttached();
  // Visible without scrolling, and not covered.
  const isFree = () =>
    missing.evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 4) === field;
    });
  await expect.poll(isFree).toBe(true);
});

test('at 400 %: dialogs have space for their content, and what a client can book has no side scroll', async ({
  page,
}) => {
  await page.setViewportSize(FOURFOLD);
  await signInDemo(page);
  // The other public pages are the same for a client.
  for (const address of [
    '/wellness-services',
    '/events',
    '/cart',
    '/checkout/success',
    '/checkout/cancel',
    '/create-account',
  ]) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideScroll(page);
  }

  await open(page, '/profile/forms');
  await page.getByRole('button', { name: /^(Fill in|Continue) Ayurvedic Intake/ }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox').first();
  await field.scrollIntoViewIfNeeded();
  await expect(field).toBeInViewport({ ratio: 0.99 });
  await expectReachable(dialog.getByRole('button', { name: 'Submit Form' }));
  await expectReachable(dialog.getByRole('button', { name: 'Close' }));
});
