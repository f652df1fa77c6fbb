import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { sessionOf, SHOP } from '#tests/support/shop.ts';
import { openConsistentShop } from '#tests/support/consistent-shop.ts';
import { cartOf, massageAt } from '#tests/support/stock.ts';
import { createRequestBudget, type RequestBudget } from '../ports/request-budget.ts';

const { shop, db, stateOf } = await openConsistentShop();
const { clock, sandbox } = shop;
const PER_SECOND = 4;
const BUYERS = 30;
const open: (() => Promise<unknown>)[] = [];
afterAll(async () => await Promise.all(open.map((close) => close())));

/** The shop, with a provider that records the time of each request, and a clock that only the test moves. */
async function limitedShop(isLimited: boolean) {
  let now = 0;
  const planned: { at: number; work: () => void }[] = [];
  const requests: { at: number; what: string }[] = [];
  const front = createServer((request, response) => {
    requests.push({ at: now, what: `${request.method} ${request.url?.replace(/[?].*/, '')}` });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
      void fetch(`${sandbox.apiUrl}${request.url}`, { method: request.method!, headers, ...body }).then(
        async (answer) =>
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      );
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const budget: RequestBudget = createRequestBudget({
    per_second: PER_SECOND,
    clock: () => now,
    schedule: (work, ms) => void planned.push({ at: now + ms, work }),
  });
  let asked = 0;
  const counted: RequestBudget = {
    take: (lane) => {
      asked += 1;
      return budget.take(lane);
    },
  };
  const limited = await testApp({
    ...SHOP,
    besides: shop,
    provider: {
      api_url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      timeout_ms: 8000,
      budget: isLimited ? counted : null,
    },
  });
  open.push(() => {
    front.closeAllConnections();
    return new Promise((resolve) => front.close(resolve));
  });
  /** Moves the clock to the next request that may be sent. False: none waits. */
  const next = () => {
    const first = planned.toSorted((a, b) => a.at - b.at)[0];
    if (!first) return false;
    planned.splice(planned.indexOf(first), 1);
    now = first.at;
    first.work();
    return true;
  };
  return { ...limited, requests, next, asked: () => asked };
}
type Limited = Awaited<ReturnType<typeof limitedShop>>;

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Lets pending work run until it waits for something else. How many turns of the loop that takes depends on the database. */
const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 20_000, interval: 1 });

async function buyAtOnce(limited: Limited) {
  const clients = await shop.clients(BUYERS);
  const answers: { status: number; code: string | undefined; url: string | undefined }[] = [];
  // Different times, so that each client makes a checkout of their own.
  const starts = Array.from({ length: BUYERS }, (_, n) => n);
  for (const n of starts) {
    void limited
      .request({
        method: 'POST',
        url: '/auth/create-checkout',
        cookies: { access: clients[n]!.token },
        payload: cartOf(shop.stock, [massageAt(n)], clock.now()),
      })
      .then((answer) => {
        const { code, url } = answer.json<{ code?: string; url?: string }>();
        answers.push({ status: answer.statusCode, code, url });
      });
  }
  return answers;
}

const mostInASecond = (requests: readonly { at: number }[]) =>
  Math.max(
    ...requests.map(({ at }) => requests.filter((each) => each.at >= at && each.at < at + 1000).length),
  );

it('thirty clients pay at once: the provider gets its rate, the others are asked to try again', async () => {
  const limited = await limitedShop(true);
  const answers = await buyAtOnce(limited);
  await until(() => limited.asked() === BUYERS);
  while (answers.length < BUYERS) {
    const { length } = limited.requests;
    if (limited.next()) await turn();
    else await until(() => answers.length === BUYERS || limited.requests.length > length);
  }
  expect(mostInASecond(limited.requests)).toBeLessThanOrEqual(PER_SECOND + 1);
  const paged = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(paged.length).toBe(13);
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['503 PAYMENT_BUSY']),
  );
  // A refused client holds nothing.
  const { count } = await db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(paged.length);
});

it('a payment that arrives in the meantime is read before the waiting pages', async () => {
  const paid = sessionOf((await shop.checkout(await shop.client(), [massageAt(BUYERS)])).body.url);
  const limited = await limitedShop(true);
  const answers = await buyAtOnce(limited);
  await until(() => limited.asked() === BUYERS);
  sandbox.control.set({ webhook_off: true });
  expect(sandbox.control.pay(paid).ok).toBe(true);
  const read = limited.deps.payments.retrieveSession(paid);
  await until(() => limited.asked() === BUYERS + 1);
  limited.next();
  expect((await read).ok).toBe(true);
  expect(limited.requests.map(({ what }) => what)).toEqual([
    'POST /v1/checkout/sessions',
    `GET /v1/checkout/sessions/${paid}`,
  ]);
  while (answers.length < BUYERS) {
    limited.next();
    await turn();
  }
  expect(await stateOf(paid)).toBe('OPEN');
});

it('control: without the limit all thirty requests are sent at the same moment', async () => {
  const limited = await limitedShop(false);
  const answers = await buyAtOnce(limited);
  await until(() => answers.length === BUYERS);
  expect(mostInASecond(limited.requests)).toBe(BUYERS);
});
