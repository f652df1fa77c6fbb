import { expect } from 'vitest';
import type { OutputOf } from '#contract/call.ts';
import type {
  checkoutStatus,
  createCheckout,
  getAllWellnessServices,
  getAvailabilities,
  getSlots,
} from '#contract/client.calls.ts';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { startPrice, toCents } from '#domain/money/money.ts';
import type { Page } from './page.ts';
import { createClient } from './people.ts';

type Chosen = { service: Service; date: string; slot: Slot };

async function ask<Call>(page: Page, url: string, payload?: object): Promise<OutputOf<Call>> {
  const answer = await page.send(payload ? { method: 'POST', url, payload } : { url });
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
  return answer.json<OutputOf<Call>>();
}

/** A slot of this service on each of the last days of March that have any, the latest first. */
export async function lateSlots(page: Page, service_name: string, days = 1): Promise<Chosen[]> {
  const services = await ask<typeof getAllWellnessServices>(page, '/get-all-wellness-services');
  const service = services.find(({ name }) => name === service_name)!;
  const { id } = service;
  const available = await ask<typeof getAvailabilities>(page, '/auth/get-availabilities', {
    service: { id },
    service_location_type: service.service_location_type[0],
  });
  const open = available.days.filter((day) => day.open_slots > 0 && day.date < '2026-04');
  const chosen: Chosen[] = [];
  for (const { date } of open.slice(-days).toReversed()) {
    const slots = await ask<typeof getSlots>(page, '/auth/get-slots', { service: { id }, date });
    chosen.push({ service, date, slot: slots.find((slot) => slot.available_spots !== 0)! });
  }
  return chosen;
}

/** Makes the checkout of a slot and returns its session at the payment provider. */
export async function checkOut(page: Page, { service, date, slot }: Chosen): Promise<string> {
  const selected_price = toCents(startPrice(service));
  const item = {
    service_id: service.id,
    schedule_id: slot.schedule_id,
    start_time: slot.start,
    end_time: slot.end,
    selectedDate: date,
    selected_price,
  };
  const { url } = await ask<typeof createCheckout>(page, '/auth/create-checkout', {
    items: [item],
    total_amount: selected_price,
  });
  return /cs_\w+/.exec(url)![0];
}

/** Books this service late in March as a new client and pays; returns the client and the booking. */
export async function bookAndPay(page: Page, service_name: string): Promise<{ email: string; id: string }> {
  const { email } = await createClient(page);
  const [chosen] = await lateSlots(page, service_name);
  const session_id = await checkOut(page, chosen!);
  expect(page.app.sandbox.control.pay(session_id)).toMatchObject({ ok: true });
  const { bookings } = await ask<typeof checkoutStatus>(
    page,
    `/auth/checkout-status?session_id=${session_id}`,
  );
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
