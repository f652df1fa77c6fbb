import { expect } from 'vitest';
import {
  checkoutStatus,
  createCheckout,
  getAllWellnessServices,
  getAvailabilities,
  getSlots,
} from '#contract/client.calls.ts';
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
import { createClient } from './people.ts';
import { until } from './until.ts';

type Chosen = { service: Service; date: string; slot: Slot };

/** A slot of this service on each of the last days of March on which this client finds any, else of the next month; latest first. */
export async function lateSlots(page: Page, service_name: string, days = 1): Promise<Chosen[]> {
  const services = await page.call(getAllWellnessServices);
  const service = services.find(({ name }) => name === service_name)!;
  const { id } = service;
  const available = await page.call(getAvailabilities, {
    body: { service: { id }, service_location_type: service.service_location_type[0]! },
  });
  const open = available.days.filter((day) => day.open_slots > 0);
  const inMarch = open.filter(({ date }) => date < '2026-04');
  const chosen: Chosen[] = [];
  for (const { date } of (inMarch.length > 0 ? inMarch : open).slice(-days).toReversed()) {
    const slots = await page.call(getSlots, { body: { service: { id }, date } });
    chosen.push({ service, date, slot: slots.find((slot) => slot.available_spots !== 0)! });
  }
  return chosen;
}

/** Holds a slot. Returns the address of its payment page. */
export async function holdSlot(page: Page, { service, date, slot }: Chosen): Promise<string> {
  const { schedule_id, start, end } = slot;
  const selected_price = toCents(startPrice(service));
  const item = { service_id: service.id, schedule_id, start_time: start, end_time: end, selectedDate: date };
  const { url } = await page.call(createCheckout, {
    body: { items: [{ ...item, selected_price }], total_amount: selected_price },
  });
  return url;
}

/** Books this service late in March as a new client in this browser, who pays. Returns the client and the booking. */
export async function bookAndPay(client: Page, service_name: string): Promise<{ email: string; id: string }> {
  const { email } = await createClient(client);
  const [chosen] = await lateSlots(client, service_name);
  const session_id = /cs_\w+/.exec(await holdSlot(client, chosen!))![0];
  expect(client.app.sandbox.control.pay(session_id)).toMatchObject({ ok: true });
  const { bookings } = await client.call(checkoutStatus, { query: { session_id } });
  return { email, id: bookings[0]!.id };
}

/** Puts slots of a service on different days into the cart of this browser, for the pages that are opened next. */
export async function storeCart(page: Page, service_name: string, days = 1): Promise<void> {
  const items = (await lateSlots(page, service_name, days)).map(({ service, date, slot }) => ({
    serviceId: service.id,
    service,
    service_name,
    selectedDate: date,
    slotData: slot,
    currentPrice: startPrice(service),
  }));
  localStorage.setItem('wellness_cart', JSON.stringify({ items, timestamp: page.app.clock.now().getTime() }));
}

/** Opens the cart with one slot of a service in it. Returns its day and times. */
export async function putInCart(page: Page, service_name: string): Promise<{ day: string; times: string }> {
  const [chosen] = await lateSlots(page, service_name);
  const { service, date, slot } = chosen!;
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
