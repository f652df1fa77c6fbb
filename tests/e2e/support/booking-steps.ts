import { expect, type Locator, type Page } from '@playwright/test';
import { open } from './people.ts';

/** Opens the availability dialog of a service and returns it when its days have loaded. */
export async function openAvailability(page: Page, service: string): Promise<Locator> {
  await page.getByRole('button', { name: `See Availability of ${service}` }).click();
  const dialog = page.getByRole('dialog', { name: service });
  await expect(dialog.getByRole('grid')).toBeVisible();
  return dialog;
}

/** The days of the shown month that have slots, in order. */
export const openDays = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: /, \d+ times? available$/ });

/** Chooses the last visible day that has slots: the sample data leaves it free. Returns "Tuesday, November 24, 2026". */
export async function chooseLateDay(dialog: Locator): Promise<string> {
  const day = openDays(dialog).last();
  const date = (await day.getAttribute('aria-label'))!.replace(/, \d+ times? available$/, '');
  await day.click();
  await expect(dialog.getByRole('heading', { name: date })).toBeFocused();
  return date;
}

/** Books the first free slot of the chosen day; returns "7:30 AM - 8:45 AM". */
export async function bookFirstSlot(dialog: Locator): Promise<string> {
  const button = dialog.getByRole('button', { name: /^Book Slot/ }).first();
  const times = (await button.textContent())!.replace('Book Slot ', '');
  await button.click();
  await expect(dialog.getByRole('button', { name: `Slot In Cart ${times}` })).toBeFocused();
  return times;
}

/** Puts one slot of a service into the cart, starting at the landing page. Returns its day and times. */
export async function putInCart(page: Page, service: string): Promise<{ day: string; times: string }> {
  await open(page, '/wellness-services');
  const dialog = await openAvailability(page, service);
  const day = await chooseLateDay(dialog);
  const times = await bookFirstSlot(dialog);
  await dialog
    .getByRole('button', { name: /^Slot In Cart/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  return { day, times };
}

/** Goes from the cart to the payment page and checks the amount. */
export async function toPaymentPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
}
