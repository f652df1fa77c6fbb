import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { staffEndHold } from '#contract/staff.calls.ts';
import { randomFrom, seed } from '#tests/support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { type Client, massageAt } from '#tests/support/stock.ts';
import type { PaymentDeps } from '../deps.ts';
import { act } from '../actions/staff-action.ts';
import { endHold } from './end-hold.ts';

// Staff end the page of a client who pays at this moment, on connections of their own.
const shop = await openShop({ max: 12 });
const { clock, db, deps, sandbox } = shop;
const staff = await shop.signInStaff();
const random = randomFrom(seed);
const MINUTE = 60_000;

type Hold = { client: Client; session: string; id: string };

beforeEach(async () => {
  sandbox.control.set({});
  await emptyBooks(shop);
});

async function hold(client: Client, n: number): Promise<Hold> {
  const session = sessionOf((await shop.checkout(client, [massageAt(n)])).body.url);
  const booking = db.selectFrom('bookings').select('id').where('user_id', '=', client.id);
  return { client, session, ...(await booking.executeTakeFirstOrThrow()) };
}

const end = (of: PaymentDeps, { id: booking_id }: Hold) =>
  act(deps, endHold(of), {
    action_id: randomUUID(),
    params: { id: booking_id },
    body: {},
    actor: { staff_id: staff.staff_id, via: 'WEB' },
    email: '',
    now: clock.now(),
  });

/** Each payment has a booking or a refund, and each booking a payment. */
async function findingsOf({ id, session }: Hold): Promise<string[]> {
  const booking = await db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirst();
  const paid = sandbox.control.books().payments.find((payment) => payment.session === session);
  if (!paid) return booking ? [`not paid, and the booking is ${booking.status}`] : [];
  if (paid.amount_refunded === paid.amount) return booking ? ['refunded and booked'] : [];
  return booking?.status === 'CONFIRMED' ? [] : [`paid, and the booking is ${booking?.status ?? 'gone'}`];
}

async function settle(): Promise<void> {
  await shop.deliver();
  for (let times = 0; times < 3; times++) {
    clock.advance(MINUTE);
    await shop.sweep();
  }
}

it.each([
  ['events arrive', 0],
  ['events are lost', 99],
])('a client who pays while staff end the page is booked or refunded: %s', async (_, webhook_drop) => {
  sandbox.control.set({ webhook_drop });
  const clients = await shop.clients(24);
  const holds = await Promise.all(clients.map(hold));
  const answers: string[] = [];
  await Promise.all(
    holds.map(async (one, n) => {
      const endIt = async () => {
        const answer = await staff.call(staffEndHold, {
          params: { id: one.id },
          body: { action_id: randomUUID() },
        });
        answers.push(`${answer.status} ${answer.json.outcome ?? answer.json.code}`);
        return answer.json.outcome;
      };
      const pay = async () => {
        if (sandbox.control.pay(one.session).ok) await shop.deliver();
        await shop.call(one.client, checkoutStatus, { query: { session_id: one.session } });
      };
      const race = async (act: () => Promise<unknown>, turns: number) => {
        for (let turn = Math.floor(random() * turns); turn > 0; turn--) await new Promise(setImmediate);
        await act();
      };
      // A third each: the payment comes first, it comes last, or at any moment. Paying takes no time, ending does.
      if (n % 3 === 0) await pay();
      if (n % 3 === 1) await endIt();
      await Promise.all([race(endIt, 40), race(endIt, 40), race(pay, 400)]);
    }),
  );
  await settle();
  const findings = (await Promise.all(holds.map(findingsOf))).flat();
  const odd = answers.filter((each) => !['200 ENDED', '200 PAID', '404 BOOKING_NOT_FOUND'].includes(each));
  const faults = await faultsOf(shop);
  expect({ findings, odd, faults, seed }).toEqual({ findings: [], odd: [], faults: [], seed });
  expect(await deadlocksIn(shop)).toBe(0);
  // Both won sometimes, or nothing was raced.
  const paid = sandbox.control
    .books()
    .payments.filter(({ session }) => holds.some((one) => one.session === session));
  expect(paid.length).toBeGreaterThan(0);
  expect(paid.length).toBeLessThan(holds.length);
});

it('control: a page that is ended here alone takes money for nothing', async () => {
  sandbox.control.set({ webhook_drop: 99 });
  const one = await hold(await shop.client(), 0);
  const { payments } = deps;
  const expireSession: typeof payments.expireSession = async (id) => {
    const found = await payments.retrieveSession(id);
    return found.ok ? { ...found, value: { ...found.value, status: 'expired' } } : found;
  };
  const ended = await end({ ...deps, payments: { ...payments, expireSession } }, one);
  expect(ended).toMatchObject({ outcome: 'ENDED' });
  expect(sandbox.control.pay(one.session).ok).toBe(true);
  await settle();
  expect(await findingsOf(one)).toEqual(['paid, and the booking is gone']);
});
