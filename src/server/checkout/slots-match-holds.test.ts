import { expect, it } from 'vitest';
import { createCheckout, explainDate, getSlots, removeBookings } from '#contract/client.calls.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { cartOf, dateIn, type ServiceName } from '#tests/support/stock.ts';

const shop = await openShop();
const { clock, stock, database } = shop;
const DAY = 5;

/** Returns the times listed for a client on the day. */
async function listed(client: Parameters<typeof shop.call>[0], service: ServiceName): Promise<string[]> {
  const body = {
    service: stock[service].id,
    date: dateIn(DAY, clock.now()),
    availabilities: [],
    cart_items: [],
  };
  const answer = await shop.call(client, getSlots, { body });
  return answer.body.map(({ start }) => start);
}

it('lists a slot if and only if holding it is accepted', async () => {
  const [owner, member, viewer] = await shop.clients(3);
  const buy = async (client: typeof owner, service: ServiceName, start: string) => {
    const answer = await shop.checkout(client!, [{ service, days: DAY, start }]);
    await shop.pay(sessionOf(answer.body.url));
  };
  await buy(owner, 'massage', '9:00 AM');
  await buy(owner, 'consult', '1:30 PM');
  await buy(member, 'circle', '6:00 AM');
  await shop.checkout(viewer!, [{ service: 'massage', days: DAY, start: '4:00 PM' }]);
  const at = (time: string) => `${dateIn(DAY, clock.now())}T${time}:00-08:00`;
  await database.db
    .insertInto('closures')
    .values({ starts_at: at('11:00'), ends_at: at('12:00') })
    .execute();

  const differences: string[] = [];
  for (const client of [member!, viewer!]) {
    for (const service of ['massage', 'consult', 'circle'] as const) {
      for (let minutes = 5 * 60; minutes < 21 * 60; minutes += 30) {
        const start = formatTime(minutes);
        // List before each attempt, because an attempt may release the client's hold.
        const isListed = (await listed(client, service)).includes(start);
        const cart = cartOf(stock, [{ service, days: DAY, start }], clock.now());
        const answer = await shop.call(client, createCheckout, { body: cart });
        if (isListed !== (answer.status === 200)) differences.push(`${service} ${start}: ${answer.status}`);
        if (answer.body.url) {
          await shop.call(client, removeBookings, { query: { id: sessionOf(answer.body.url) } });
        }
      }
    }
  }
  expect(differences).toEqual([]);
  expect(await faultsOf(shop)).toEqual([]);
});

it('says of a time that another client is paying for that it is held; the nearest times can be held', async () => {
  const [payer, viewer] = await shop.clients(2);
  const day = DAY + 7;
  const explain = async (client: typeof payer) => {
    const service = stock.massage.id;
    const date = dateIn(day, clock.now());
    const { body } = await shop.call(client!, explainDate, {
      body: { service, service_location_type: 'FIXED_LOCATION', date },
    });
    return body.times.find(({ start }) => start === '9:00 AM');
  };
  const { body } = await shop.checkout(payer!, [{ service: 'massage', days: day, start: '9:00 AM' }]);
  expect(await explain(viewer)).toMatchObject({ reason: 'HELD' });
  expect(await explain(payer)).toBeUndefined();

  await shop.pay(sessionOf(body.url));
  const taken = await explain(viewer);
  expect(taken).toMatchObject({ reason: 'FULL' });
  expect(taken!.nearest).toHaveLength(3);
  for (const { date, slot } of taken!.nearest) {
    const { schedule_id, start: start_time, end: end_time } = slot;
    const cart = cartOf(stock, [{ service: 'massage', days: day, start: start_time }], clock.now());
    const items = cart.items.map((item) => ({ ...item, schedule_id, end_time, selectedDate: date }));
    const answer = await shop.call(viewer!, createCheckout, {
      body: {
        ...cart,
        items,
      },
    });
    expect(answer.status).toBe(200);
    await shop.call(viewer!, removeBookings, { query: { id: sessionOf(answer.body.url) } });
  }
});
