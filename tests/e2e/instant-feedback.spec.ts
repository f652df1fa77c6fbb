import { expect, type Page, test } from '@playwright/test';
import { openAvailability } from './support/booking-steps.ts';
import { open, signInDemo } from './support/people.ts';
import { withMotion } from './support/motion.ts';

test.use(withMotion);

test('a menu whose code is loaded renders in the frame of the click', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/about');
  const menu = page.getByRole('button', { name: 'Menu' });
  const [code] = await Promise.all([
    page.waitForResponse(/site-drawer-[^/]*\.js$/),
    menu.dispatchEvent('pointerover'),
  ]);
  const opened = await menu.evaluate(async (button: HTMLElement, url) => {
    await import(url);
    await new Promise((resolve) => setTimeout(resolve));
    button.click();
    await new Promise(requestAnimationFrame);
    return document.querySelector('dialog')?.checkVisibility() === true;
  }, code.url());
  expect(opened).toBe(true);
});

test('a menu whose code is late opens as soon as it has loaded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/site-drawer-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await open(page, '/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('.page-progress')).toBeAttached();
  answer();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a menu whose code cannot be loaded says so, opens once it can, and keeps what was typed on the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  let away = true;
  await page.route('**/site-drawer-*.js', (route) => (away ? route.abort() : route.continue()));
  await open(page, '/sign-up');
  await page.getByLabel('Email').fill('rowan@example.com');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(
    page.getByText('Couldn’t load this part of the page. Retrying… Reloading the page may help.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('rowan@example.com');
  away = false;
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveValue('rowan@example.com');
});

test('a dialog renders in the frame of the click, and is modal right after it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInDemo(page);
  await open(page, '/wellness-services');
  const dialog = await openAvailability(page, 'Marma Session');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();

  const happened = await watchDialogs(page);
  const frames = await page
    .getByRole('button', { name: 'See Availability of Marma Session' })
    .evaluate(async (button: HTMLElement) => {
      const frames: { shown: boolean; modal: boolean }[] = [];
      button.click();
      do {
        await new Promise(requestAnimationFrame);
        const dialog = document.querySelector('dialog');
        frames.push({
          shown: dialog?.checkVisibility() === true && dialog.contains(document.activeElement),
          modal: dialog?.matches(':modal') === true,
        });
      } while (!frames.at(-1)?.modal && frames.length < 100);
      return frames;
    });
  expect(frames[0]).toEqual({ shown: true, modal: false });
  expect(frames.at(-1)).toEqual({ shown: true, modal: true });
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await expect.poll(happened).toEqual(['focus on Close', 'rises']);
});

test('without popovers in the browser a dialog is modal at once', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    delete (HTMLElement.prototype as Partial<HTMLElement>).showPopover;
  });
  await open(page, '/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
});

test('the confirmation before closing takes the focus once, on its safe button', async ({ page }) => {
  await signInDemo(page);
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByRole('textbox').first().fill('Wilhelmina');
  await dialog.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
  const happened = await watchDialogs(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog:modal', { hasText: 'Leave without saving?' }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expect.poll(happened).toEqual(['focus on Keep editing', 'rises']);
});

/** Records from now on when dialogs become modal, and which of their elements take the focus. */
async function watchDialogs(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const happened: string[] = [];
    Object.assign(window, { happened });
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (target instanceof HTMLDialogElement && animationName === 'rise') happened.push('rises');
    });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.closest('dialog'))
        happened.push(`focus on ${target.ariaLabel ?? target.textContent}`);
    });
  });
  return () => page.evaluate(() => (window as unknown as { happened: string[] }).happened.toSorted());
}
