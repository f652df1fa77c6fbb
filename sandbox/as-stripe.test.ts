import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'as-stripe-'));
const clock = fixedClock();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    dataDir: folder,
    appOrigin: 'http://127.0.0.1:9',
    practice: { name: 'Sattva & Sage' },
    clock: clock.now,
    environment: { NODE_ENV: 'test', SANDBOX: false },
  });
  sandbox.control.set({ webhook_off: true });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { id: string; [field: string]: unknown };
async function ask(path: string, body?: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${sandbox.apiUrl}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
    ...(body ? { body: new URLSearchParams(body) } : {}),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** One answer of each kind, by the SDK's name of its type. */
async function answers(): Promise<[type: string, answer: object][]> {
  const customer = await ask('customers', { email: 'maren@example.com', name: 'Maren' });
  const product = await ask('products', { name: 'Tea' });
  const price = await ask('prices', { product: product.id, currency: 'usd', unit_amount: '500' });
  const open = await ask('checkout/sessions', {
    mode: 'payment',
    customer: customer.id,
    'allowed_payment_method_types[0]': 'card',
    'automatic_tax[enabled]': 'true',
    'customer_update[address]': 'auto',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][tax_behavior]': 'exclusive',
    'line_items[0][price_data][unit_amount]': '9000',
    'line_items[0][price_data][product_data][name]': 'Massage',
    success_url: 'http://127.0.0.1:9/s',
    cancel_url: 'http://127.0.0.1:9/c',
    expires_at: String(Math.floor(clock.now().getTime() / 1000) + 2400),
  });
  sandbox.control.pay(open.id);
  const paid = await ask(`checkout/sessions/${open.id}`);
  const expanded = await ask(`checkout/sessions/${open.id}?expand[0]=payment_intent.latest_charge`);
  const intent = expanded['payment_intent'] as Answer;
  const refund = await ask('refunds', { payment_intent: intent.id, amount: '100' });
  const dispute = await ask(`disputes/${sandbox.control.dispute(open.id)}`);
  return [
    ['Customer', customer],
    ['Customer', await ask(`customers/${customer.id}`)],
    ['Product', product],
    // A text on the wire, of which the SDK makes a Decimal.
    ['Price', { ...price, unit_amount_decimal: null }],
    ['Checkout.Session', open],
    ['Checkout.Session', paid],
    ['PaymentIntent', { ...intent, latest_charge: null }],
    ['Charge', intent['latest_charge'] as object],
    ['Refund', refund],
    ['Dispute', dispute],
    ...(await balanceAnswers(dispute.id)),
  ];
}

/** A payout of a week later, and what it pays out: the dispute is won. */
async function balanceAnswers(dispute_id: string): Promise<[type: string, answer: object][]> {
  sandbox.control.close_dispute(dispute_id, 'won');
  clock.advance(7 * 86_400_000);
  type List = { data: Answer[] };
  const payouts = (await ask('payouts')) as unknown as List;
  const of = `balance_transactions?payout=${payouts.data[0]!.id}`;
  const { data } = (await ask(of)) as unknown as List;
  return [
    ['Payout', payouts.data[0]!],
    ...data.map((each) => ['BalanceTransaction', each] as [string, object]),
  ];
}

/** What the compiler says of these answers as values of the SDK's types. */
function complaints(of: readonly (readonly [type: string, answer: object])[]): string[] {
  const stripe = join(root, 'node_modules/stripe/esm/stripe.esm.node.js');
  const lines = of.map(
    ([type, answer], n) => `export const answer${n}: Stripe.${type} = ${JSON.stringify(answer)};`,
  );
  const file = join(folder, 'answers.ts');
  writeFileSync(file, [`import type Stripe from '${stripe}';`, ...lines].join('\n'));
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      file,
    ],
    { encoding: 'utf8', cwd: root },
  );
  return stdout.split('\n').filter((line) => line.includes('error'));
}

it("every answer is one of the SDK's types, with all of its fields", async () => {
  expect(complaints(await answers())).toEqual([]);
});

it('control: a numeric id, a missing and an unknown field are reported', async () => {
  const [[, customer]] = (await answers()) as [[string, Answer]];
  const { balance: _, ...less } = customer;
  expect(
    complaints([
      ['Customer', { ...customer, id: 1 }],
      ['Customer', less],
      ['Customer', { ...customer, nobody_knows: 1 }],
    ]),
  ).toHaveLength(3);
});
