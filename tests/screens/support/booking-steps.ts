import { expect } from 'vitest';
import type { OutputOf } from '#contract/call.ts';
import type { getAllWellnessServices, getAvailabilities, getSlots } from '#contract/client.calls.ts';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { startPrice, toCents } from '#domain/money/money.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { TEST_CARD } from '#sandbox/pages.ts';
import { cartItemOf } from '#web/api/cart-item.ts';
import { addToCart } from '#web/api/cart-store.ts';
import { queryClient } from '#web/api/query-client.ts';
import { sessionQuery } from '#web/api/session.ts';
import { slotTimes } from '#web/slots/slot-text.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.ts';
import { until } from './until.ts';

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

type FoundSlot = { service: Service; date: string; slot: Slot };

/** The first slot of the last day on which this client can book the service. */
async function lastSlot(page: Page, service_name: string): Promise<FoundSlot> {
  const ask = async <Call>(method: 'GET' | 'POST', url: string, payload?: object) =>
    (await page.send({ method, url, ...(payload ? { payload } : {}) })).json<OutputOf<Call>>();
  const services = await ask<typeof getAllWellnessServices>('GET', '/get-all-wellness-services');
  const service = services.find(({ name }) => name === service_name)!;
  const { days } = await ask<typeof getAvailabilities>('POST', '/auth/get-availabilities', {
    service: { id: service.id },
    service_location_type: service.service_location_type[0],
  });
  const { date } = days.findLast(({ open_slots }) => open_slots > 0)!;
  const slots = await ask<typeof getSlots>('POST', '/auth/get-slots', { service: { id: service.id }, date });
  return { service, date, slot: slots[0]! };
}

/** Opens the cart with one slot of a service in it. Returns its day and times. */
export async function putInCart(page: Page, service_name: string): Promise<{ day: string; times: string }> {
  const { service, date, slot } = await lastSlot(page, service_name);
  await page.goto('/cart');
  addToCart(cartItemOf(service, slot, date, 'Secret Studio'));
  await expect(page.getByRole('heading', { name: service_name })).toBeVisible();
  // Sooner than anybody can press Checkout.
  await until(
    () => queryClient().getQueryData(sessionQuery.queryKey),
    () => 'The cart does not know who is signed in',
  );
  return { day: formatLongDate(date), times: slotTimes(slot) };
}

/** Makes the calls that lead to the payment page for one slot of a service. Returns the address of that page. */
export async function holdSlot(page: Page, service_name: string): Promise<string> {
  const { service, date, slot } = await lastSlot(page, service_name);
  const selected_price = toCents(startPrice(service));
  const item = {
    service_id: service.id,
    schedule_id: slot.schedule_id,
    start_time: slot.start,
    end_time: slot.end,
    selectedDate: date,
    selected_price,
  };
  const payload = { items: [item], total_amount: selected_price };
  const answer = await page.send({ method: 'POST', url: '/auth/create-checkout', payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ url: string }>().url;
}

/** Goes from the cart to the payment page. Returns its address. */
export async function toPaymentPage(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Checkout' }).click();
  return paymentPageOf(page);
}

/** The address of the payment page, once the browser was sent to it. */
export async function paymentPageOf(page: Page): Promise<string> {
  await expect(page).toHaveURL(/^\/c\/pay\/cs_/);
  return location.href;
}

/** Pays with the form of the payment page. Returns the path on the site that its answer leads to. */
export async function payAt(payment_page: string): Promise<string> {
  const body = new URLSearchParams({ ...TEST_CARD });
  const answer = await fetch(payment_page, { method: 'POST', body, redirect: 'manual' });
  return pathOf(answer.headers.get('location') ?? `nowhere, with ${answer.status}`);
}

/** The path on the site that 'Cancel and return' of the payment page leads to. */
export async function wayBackFrom(payment_page: string): Promise<string> {
  const html = await (await fetch(payment_page)).text();
  return pathOf(/href="([^"]+)">Cancel and return/.exec(html)?.[1] ?? 'nowhere');
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};
