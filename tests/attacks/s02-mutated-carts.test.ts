import { expect, it } from 'vitest';
import { createCheckout, removeBookings } from '#contract/client.calls.ts';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { emptyBooks, openShop, seatsIn } from '../support/shop.ts';
import { cartOf } from '../support/stock.ts';

const shop = await openShop();
const { clock, sandbox, stock } = shop;
const random = randomFrom(seed);

const STRANGE: readonly unknown[] = [
  -1,
  0,
  1,
  0.5,
  8499,
  8501,
  1e9,
  2 ** 53,
  -0,
  null,
  true,
  '',
  '8500',
  [],
  {},
  ['a'],
  { $gt: 0 },
  'x'.repeat(500),
  "'; drop table bookings; --",
  '\u0000',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  '9999-12-31',
  '12:00 AM',
  '24:00',
];
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

type Body = { items: Record<string, unknown>[]; total_amount: unknown; [key: string]: unknown };

/** A cart of two sessions with one to three things in it that are not as they should be. */
function mutated(): Body {
  const cart = cartOf(
    stock,
    [
      { service: 'massage', days: 3, start: '9:00 AM' },
      { service: 'consult', days: 4, start: '2:00 PM' },
    ],
    clock.now(),
  );
  const body = structuredClone(cart) as unknown as Body;
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const item = pick(body.items);
    switch (Math.floor(random() * 7)) {
      case 0:
        item['selected_price'] = pick(STRANGE);
        break;
      case 1:
        item[pick(['service_id', 'schedule_id', 'start_time', 'end_time', 'selectedDate'])] = pick(STRANGE);
        break;
      case 2:
        // Right in itself, wrong here: another service's rule, another service under this rule, another time.
        Object.assign(
          item,
          pick([
            { schedule_id: stock.circle.rules[2] },
            { service_id: stock.visit.id },
            { start_time: '3:17 AM' },
            { end_time: '11:00 PM' },
          ]),
        );
        break;
      case 3:
        body.total_amount = pick(STRANGE);
        break;
      case 4:
        Object.assign(item, {
          base_price: 1,
          max_capacity: 99,
          current_capacity: 0,
          service_format: 'GROUP',
          is_subscription: pick([true, false, 'yes']),
        });
        break;
      case 5:
        body[pick(['user_id', 'stripe_customer_id', 'customer_email'])] = pick(STRANGE);
        break;
      default:
        delete item[
          pick(['service_id', 'schedule_id', 'start_time', 'end_time', 'selectedDate', 'selected_price'])
        ];
    }
  }
  return body;
}

it('S2: a manipulated cart is never charged wrongly and holds nothing', async () => {
  const count = size(150, 1000);
  const client = await shop.client();
  let failures = 0;
  let wrong = 0;
  let holds = 0;
  let harmless = 0;
  for (let n = 0; n < count; n++) {
    const body = mutated();
    const answer = await shop.call(client, createCheckout, { body: body as never });
    if (answer.status >= 500) failures++;
    if (answer.status !== 200) {
      holds += await seatsIn(shop);
      continue;
    }
    // What was changed did not matter: then the charge is what the catalogue says, to the cent.
    harmless++;
    const charged = sandbox.control.books().sessions.at(-1)?.session.amount_subtotal;
    const consult = Number(body.items[1]?.['selected_price']);
    if (charged !== 8500 + consult || consult < 6000 || consult > 12_000 || consult % 100 !== 0) wrong++;
    await shop.call(client, removeBookings, {
      query: { id: sandbox.control.books().sessions.at(-1)!.session.id },
    });
    await emptyBooks(shop);
  }
  const passed = failures + wrong + holds === 0;
  report(
    'S2',
    '0 wrong charges, 0 holds',
    `${count} carts (${harmless} changed in nothing that counts): ${wrong} wrong charges, ${holds} holds, ${failures} × 5xx; seed ${seed}`,
    passed,
  );
  expect({ failures, wrong, holds }).toEqual({ failures: 0, wrong: 0, holds: 0 });
});
