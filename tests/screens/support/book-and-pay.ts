import type { OutputOf } from '#contract/call.ts';
import type {
  checkoutStatus,
  createCheckout,
  getAllWellnessServices,
  getAvailabilities,
  getSlots,
} from '#contract/client.calls.ts';
import { startPrice, toCents } from '#domain/money/money.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Page } from './page.ts';
import { createClient } from './people.ts';
import { visitor } from './site.ts';

/** Books the first slot of the last open day of this service as a new client, who pays. */
export async function bookAndPay(app: TestApp, service_name: string): Promise<{ email: string; id: string }> {
  const client = visitor(app);
  const { email } = await createClient(client);
  const [session_id] = /cs_\w+/.exec(await holdSlot(client, service_name))!;
  app.sandbox.control.pay(session_id);
  const status = await ask<typeof checkoutStatus>(client, `/auth/checkout-status?session_id=${session_id}`);
  return { email, id: status.bookings[0]!.id };
}

/** Holds the first slot of the last open day of this service. Returns the payment page. */
export async function holdSlot(client: Page, service_name: string): Promise<string> {
  const { service, date, slot } = await lateSlot(client, service_name);
  const { schedule_id, start, end } = slot;
  const selected_price = toCents(startPrice(service));
  const item = { service_id: service.id, schedule_id, start_time: start, end_time: end, selectedDate: date };
  const { url } = await ask<typeof createCheckout>(client, '/auth/create-checkout', {
    items: [{ ...item, selected_price }],
    total_amount: selected_price,
  });
  return url;
}

/** The first slot of the last open day of this service. */
export async function lateSlot(client: Page, service_name: string) {
  const services = await ask<typeof getAllWellnessServices>(client, '/get-all-wellness-services');
  const service = services.find(({ name }) => name === service_name)!;
  const { days } = await ask<typeof getAvailabilities>(client, '/auth/get-availabilities', {
    service: { id: service.id },
    service_location_type: service.service_location_type[0],
  });
  const { date } = days.findLast(({ open_slots }) => open_slots > 0)!;
  const [slot] = await ask<typeof getSlots>(client, '/auth/get-slots', { service: { id: service.id }, date });
  return { service, date, slot: slot! };
}

/** Makes a call like the pages of the site, and returns its answer. */
async function ask<Of>(page: Page, url: string, payload?: object): Promise<OutputOf<Of>> {
  const answer = await page.send(payload ? { method: 'POST', url, payload } : { url });
  return answer.json<OutputOf<Of>>();
}
