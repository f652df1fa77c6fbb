import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { stripeCatalogue } from '../ports/catalogue-stripe.ts';
import { lastSandbox, type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { syncCatalogue } from './sync-catalogue.ts';

const { db, clock } = await testApp();
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** An account at the provider, empty. */
async function newAccount(): Promise<Sandbox & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'catalogue-'));
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    appOrigin: 'http://127.0.0.1:9',
    practice: { name: 'Sattva & Sage' },
    clock: clock.now,
    environment: { NODE_ENV: 'test', SANDBOX: false },
  });
  closing.push(async () => {
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { ...sandbox, dataDir };
}

const account = await newAccount();
const sync = (apply: boolean, of: Sandbox = account, secret_key = of.apiKey) =>
  syncCatalogue({
    db,
    catalogue: stripeCatalogue({ secret_key, api_url: of.apiUrl }),
    currency: 'usd',
    apply,
  });

type Listed = { id: string; name: string; product: string; unit_amount: number; active: boolean };
/** What the provider itself answers, without our code between. */
async function ask(path: string, method = 'GET', of: Sandbox = account, body?: string): Promise<Response> {
  return await fetch(`${of.apiUrl}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${of.apiKey}` },
    ...(body === undefined ? {} : { body }),
  });
}
const list = async (path: string, of: Sandbox = account) =>
  (
    (await (await ask(`${path}${path.includes('?') ? '&' : '?'}limit=100`, 'GET', of)).json()) as {
      data: Listed[];
    }
  ).data;
const services = () =>
  db.selectFrom('services').selectAll().where('is_active', '=', true).orderBy('position').execute();
type Service = Awaited<ReturnType<typeof services>>[number];
const isSliding = (service: Service) => service.min_price_cents !== null;
const find = async (matches: (service: Service) => boolean) => (await services()).find(matches)!;
const isFixed = (service: Service) => !isSliding(service);

test('a dry run tells what it would do and touches nothing', async () => {
  const before = await services();
  const outcome = await sync(false);
  expect(outcome.ok).toBe(true);
  expect(outcome.changes).toContain(`${before[0]!.name}: make a product`);
  expect(await list('products')).toEqual([]);
  expect(await list('prices')).toEqual([]);
  expect(await services()).toEqual(before);
});

test('the first run makes a product of each service and a price of each fixed one; the second changes nothing', async () => {
  expect((await sync(true)).ok).toBe(true);
  const rows = await services();
  const products = await list('products');
  const prices = await list('prices');
  expect(products.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(rows.some(isSliding) && rows.some(isFixed)).toBe(true);
  for (const row of rows) {
    expect(products.find(({ id }) => id === row.stripe_product_id)?.name).toBe(row.name);
    const price = prices.find(({ product }) => product === row.stripe_product_id);
    expect(price?.id ?? null).toBe(row.stripe_price_id);
    expect(price?.unit_amount).toBe(isSliding(row) ? undefined : row.base_price_cents);
  }

  expect(await sync(true)).toEqual({ ok: true, changes: [] });
  expect(await services()).toEqual(rows);
  expect(await list('products')).toEqual(products);
  expect(await list('prices')).toEqual(prices);
});

test('a changed base price makes a new price and archives the old one, there and back', async () => {
  const row = await find(isFixed);
  const change = (cents: number) =>
    db.updateTable('services').set({ base_price_cents: cents }).where('id', '=', row.id).execute();
  const used = async () =>
    (await list(`prices?product=${row.stripe_product_id}&active=true`)).map((price) => price.unit_amount);

  await change(row.base_price_cents + 1000);
  expect((await sync(false)).changes).toHaveLength(2);
  expect(await used()).toEqual([row.base_price_cents]);
  expect((await sync(true)).ok).toBe(true);
  expect(await used()).toEqual([row.base_price_cents + 1000]);
  const changed = await find(({ id }) => id === row.id);
  expect(changed.stripe_product_id).toBe(row.stripe_product_id);
  expect(changed.stripe_price_id).not.toBe(row.stripe_price_id);

  await change(row.base_price_cents);
  expect((await sync(true)).ok).toBe(true);
  expect(await used()).toEqual([row.base_price_cents]);
  expect(await list(`prices?product=${row.stripe_product_id}`)).toHaveLength(3);
  expect(await sync(true)).toEqual({ ok: true, changes: [] });
});

test('a price that the product shows is replaced there before it is archived', async () => {
  await sync(true);
  const row = await find(isFixed);
  await ask(`products/${row.stripe_product_id}`, 'POST', account, `default_price=${row.stripe_price_id}`);
  const changedTo = (base_price_cents: number) =>
    db.updateTable('services').set({ base_price_cents }).where('id', '=', row.id).execute();
  await changedTo(row.base_price_cents + 500);
  expect((await sync(true)).ok).toBe(true);
  const product = await (await ask(`products/${row.stripe_product_id}`)).json();
  const changed = await find(({ id }) => id === row.id);
  expect(product).toMatchObject({ default_price: changed.stripe_price_id });
  expect(await (await ask(`prices/${row.stripe_price_id}`)).json()).toMatchObject({ active: false });
  await changedTo(row.base_price_cents);
});

test('a service gets a sliding scale: its price is archived, or named if the product shows it', async () => {
  await sync(true);
  const [shown, plain] = (await services()).filter(isFixed).slice(-2) as [Service, Service];
  await ask(`products/${shown.stripe_product_id}`, 'POST', account, `default_price=${shown.stripe_price_id}`);
  for (const { id, base_price_cents } of [shown, plain])
    await db
      .updateTable('services')
      .set({ min_price_cents: base_price_cents - 1000, max_price_cents: base_price_cents + 1000 })
      .where('id', '=', id)
      .execute();
  const outcome = await sync(true);
  expect(outcome.ok).toBe(true);
  expect(outcome.changes.filter((line) => line.includes('dashboard'))).toEqual([
    expect.stringContaining(`keeps ${shown.stripe_price_id}`),
  ]);
  expect(await (await ask(`prices/${plain.stripe_price_id}`)).json()).toMatchObject({ active: false });
  await db
    .updateTable('services')
    .set({ min_price_cents: null, max_price_cents: null })
    .where('id', 'in', [shown.id, plain.id])
    .execute();
  expect((await sync(true)).ok).toBe(true);
});

test('ids that were lost here are found again by the service id', async () => {
  const rows = await services();
  await db.updateTable('services').set({ stripe_product_id: null, stripe_price_id: null }).execute();
  expect((await sync(false)).changes).toHaveLength(rows.length);
  expect((await sync(true)).ok).toBe(true);
  expect(await services()).toEqual(rows);
  expect(await list('products')).toHaveLength(rows.length);
});

test('a product that is gone at the provider is made anew', async () => {
  const row = await find(isSliding);
  expect((await ask(`products/${row.stripe_product_id}`, 'DELETE')).status).toBe(200);
  const outcome = await sync(true);
  expect(outcome.ok).toBe(true);
  expect(outcome.changes[0]).toBe(`${row.name}: make a product, as ${row.stripe_product_id} is gone`);
  const { stripe_product_id } = await find(({ id }) => id === row.id);
  expect(stripe_product_id).not.toBe(row.stripe_product_id);
  expect((await ask(`products/${stripe_product_id}`)).status).toBe(200);
});

test('a wrong key and a provider that is away are told in words', async () => {
  expect(await sync(true, account, 'sk_test_wrong')).toEqual({
    ok: false,
    changes: [],
    message: 'The payment provider does not know this key: check STRIPE_SECRET_KEY.',
  });
  account.control.set({ api_fault: 'error_before', api_fault_times: -1, api_fault_on: '/v1/products' });
  const away = await sync(true);
  account.control.set({});
  expect(away).toMatchObject({ ok: false, message: expect.stringContaining('Run it again.') as string });
});

test('after a change of account every service is made there, with the ids of that account', async () => {
  const other = await newAccount();
  expect((await sync(true, other)).ok).toBe(true);
  const rows = await services();
  expect((await list('products', other)).map(({ id }) => id).sort()).toEqual(
    rows.map((row) => String(row.stripe_product_id)).sort(),
  );
  expect(await sync(true, other)).toEqual({ ok: true, changes: [] });
  expect(lastSandbox(other.dataDir)).toEqual({ apiUrl: other.apiUrl, apiKey: other.apiKey });
});
