import { type APIResponse, expect } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type {
  checkoutStatus,
  getAllWellnessServices,
  getAvailabilities,
  getSlots,
} from '#contract/client.calls.ts';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { startPrice, toCents } from '#domain/money/money.ts';
import { TEST_CARD } from '#sandbox/pages.ts';
import { createClient, send, type Visitor } from './people.ts';

/** Six weeks from a Sunday on. The sample data leave the last ones free. */
const SHOWN_DAYS = 42;

/**
 * Books this service as a new client and pays; returns the client and the booking. The pages that a client goes through have
 * tests of their own: here their calls are made.
 */
export async function bookAndPay(
  visitor: Visitor,
  service_name: string,
): Promise<{ email: string; id: string }> {
  const { request } = visitor;
  const { email } = await createClient(visitor);
  const services = await jsonOf<typeof getAllWellnessServices>(
    await request.get('/get-all-wellness-services'),
  );
  const service = services.find(({ name }) => name === service_name)!;
  const payment_page = await holdSlot(visitor, service);
  const session_id = /cs_\w+/.exec(payment_page)![0];
  const paid = await request.post(payment_page, { form: { ...TEST_CARD }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  let id = '';
  await expect(async () => {
    const answer = await request.get('/auth/checkout-status', { params: { session_id } });
    const { status, bookings } = await jsonOf<typeof checkoutStatus>(answer);
    expect(status).toBe('PAID');
    id = bookings[0]!.id;
  }).toPass();
  return { email, id };
}

/** Holds the first slot of the last free day that the calendar shows when it opens. Returns the payment page. */
async function holdSlot(visitor: Visitor, service: Service): Promise<string> {
  const available = await send(visitor, '/auth/get-availabilities', {
    service: { id: service.id },
    service_location_type: service.service_location_type[0],
  });
  const days = (await jsonOf<typeof getAvailabilities>(available)).days.filter(
    ({ open_slots }) => open_slots > 0,
  );
  const first = `${days[0]!.date.slice(0, 7)}-01`;
  const end = addDays(first, SHOWN_DAYS - dayOfWeek(first));
  const { date } = days.findLast((day) => day.date < end)!;
  const slots = await send(visitor, '/auth/get-slots', { service: { id: service.id }, date });
  let answer: APIResponse | undefined;
  for (const slot of await jsonOf<typeof getSlots>(slots)) {
    answer = await createCheckout(visitor, service, date, slot);
    // Another test may have taken the slot meanwhile.
    if (answer.status() !== 409) break;
  }
  expect(answer?.status()).toBe(200);
  return ((await answer!.json()) as { url: string }).url;
}

function createCheckout(
  { request }: Visitor,
  service: Service,
  selectedDate: string,
  { schedule_id, start, end }: Slot,
): Promise<APIResponse> {
  const selected_price = toCents(startPrice(service));
  const item = {
    service_id: service.id,
    schedule_id,
    start_time: start,
    end_time: end,
    selectedDate,
    selected_price,
  };
  return request.post('/auth/create-checkout', {
    data: { items: [item], total_amount: selected_price },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
}

const jsonOf = async <Call>(answer: APIResponse) => (await answer.json()) as OutputOf<Call>;
