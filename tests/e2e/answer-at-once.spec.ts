import { expect, test } from '@playwright/test';
import { bookFirstSlot, openAvailability } from './support/booking-steps.ts';
import { open, signIn } from './support/people.ts';

test('a menu whose code is there is in the picture that answers the press', async ({ page }) => {
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
    return document.querySelector('dialog[open]') !== null;
  }, code.url());
  expect(opened).toBe(true);
});

test('a menu that has to be waited for comes as soon as it is there', async ({ page }) => {
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

test('a time that is pressed twice in a row is booked once, and nobody is led away', async ({ page }) => {
  await signIn(page, 'demo@example.com', 'Garden-gate-7');
  await open(page, '/wellness-services');
  const dialog = await openAvailability(page, 'Marma Session');
  const times = await bookFirstSlot(dialog);
  const pressed = dialog.getByRole('button', { name: `Slot In Cart ${times}` });
  const other = dialog.getByRole('button', { name: /^Book Slot/ }).first();
  const others = (await other.textContent())!.replace('Book Slot ', '');
  await other.dblclick();
  await expect(dialog.getByRole('button', { name: `Slot In Cart ${others}` })).toBeFocused();
  await expect(pressed).toBeVisible();
  await expect(page).toHaveURL('/wellness-services');
  await expect(page.getByRole('link', { name: 'Cart, 2 items', includeHidden: true }).first()).toBeAttached();
});
