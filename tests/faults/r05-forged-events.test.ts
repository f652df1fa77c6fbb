import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sign } from '#sandbox/deliveries.ts';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { openShop, sessionOf } from '../support/shop.ts';

const shop = await openShop();
const { clock, sandbox } = shop;
const random = randomFrom(seed);

type Forgery = { body: string; signature: string | undefined };
const KINDS: readonly ((body: string) => Forgery)[] = [
  (body) => ({ body, signature: undefined }),
  (body) => ({ body, signature: sign(body, 'whsec_somebody_else', clock.now()) }),
  (body) => ({
    body: body.replace('"paid"', '"PAID"'),
    signature: sign(body, sandbox.webhookSecret, clock.now()),
  }),
  (body) => ({
    body,
    signature: sign(body, sandbox.webhookSecret, new Date(clock.now().getTime() - 301_000)),
  }),
  (body) => {
    const time = Math.floor(clock.now().getTime() / 1000);
    const mac = createHmac('sha256', sandbox.webhookSecret).update(`${time}.${body}`).digest('hex');
    return { body, signature: `t=${time},v0=${mac}` };
  },
  (body) => ({ body, signature: `t=${random()},v1=${random().toString(16)},,=` }),
];

/** Everything that a payment can change, as one text. */
async function books(): Promise<string> {
  const { rows } = await sql<{ books: string }>`
    select md5(concat((select json_agg(c order by id) from checkouts c), (select json_agg(b order by id) from bookings b),
      (select json_agg(a order by id) from appointments a), (select count(*) from webhook_events),
      (select count(*) from outbox), (select count(*) from refunds))) as books`.execute(shop.database.db);
  return rows[0]!.books;
}

it('R5: forged events change nothing', async () => {
  const session = sessionOf(
    (await shop.checkout(await shop.client(), [{ service: 'massage', days: 3, start: '9:00 AM' }])).body.url,
  );
  const before = await books();
  const count = size(60, 1000);
  let refused = 0;
  for (let n = 0; n < count; n++) {
    const body = JSON.stringify({
      id: `evt_${n}`,
      type: 'checkout.session.completed',
      data: { object: { id: session, payment_status: 'paid', status: 'complete' } },
    });
    const forged = KINDS[n % KINDS.length]!(body);
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        ...(forged.signature === undefined ? {} : { 'stripe-signature': forged.signature }),
      },
      payload: forged.body,
    });
    if (answer.statusCode === 400 && answer.json<{ code: string }>().code === 'BAD_SIGNATURE') refused++;
  }
  await shop.settled();
  const isSame = (await books()) === before;
  report(
    'R5',
    `${count} × 400, 0 rows changed`,
    `${refused} × 400, ${isSame ? 'no' : 'some'} rows changed; seed ${seed}`,
    refused === count && isSame,
  );
  expect({ refused, isSame }).toEqual({ refused: count, isSame: true });
});
