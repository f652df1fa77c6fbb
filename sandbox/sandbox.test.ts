import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock, type TestClock } from '#tests/support/clock.ts';
import type { Payments, SessionRequest } from '#server/ports/payments.ts';
import { stripePayments } from '#server/ports/payments-stripe.ts';
import { DataDirInUse } from '#server/db/embedded/data-dir-claim.ts';
import { hostFromHere, type Sandbox, startSandbox } from './start-sandbox.ts';

type Received = { id: string; type: string; session: string };

let clock: TestClock;
let dataDir: string;
let site: Server;
let origin: string;
let received: Received[];
let siteStatus: number;
let sandbox: Sandbox;
let payments: Payments;

const start = (more: Partial<Parameters<typeof startSandbox>[0]> = {}) =>
  startSandbox({
    port: 0,
    dataDir,
    appOrigin: origin,
    practice: { name: 'Sattva & Sage' },
    clock: clock.now,
    environment: { NODE_ENV: 'test', SANDBOX: false },
    ...more,
  });
const portOf = (of: Sandbox, timeout_ms = 2000) =>
  stripePayments({
    secret_key: of.apiKey,
    api_url: of.apiUrl,
    webhook_secrets: [of.webhookSecret],
    automatic_tax: true,
    timeout_ms,
  });

beforeEach(async () => {
  clock = fixedClock();
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  received = [];
  siteStatus = 200;
  site = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const header = request.headers['stripe-signature'];
      const event = payments.verifyWebhook(Buffer.concat(chunks), String(header), clock.now());
      if (event) received.push({ id: event.id, type: event.type, session: event.object_id ?? '' });
      response.writeHead(event ? siteStatus : 400).end();
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  sandbox = await start();
  payments = portOf(sandbox);
});

afterEach(async () => {
  await sandbox.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  rmSync(dataDir, { recursive: true, force: true });
});

async function newRequest(more: Partial<SessionRequest> = {}): Promise<SessionRequest> {
  const customer = await payments.createCustomer({
    user_id: 'u1',
    email: 'maren@example.com',
    name: 'Maren',
  });
  if (!customer.ok) throw new Error(customer.reason);
  return {
    checkout_id: 'c1',
    customer_id: customer.value.customer_id,
    currency: 'usd',
    lines: [
      { name: 'Marma Session', description: 'Tuesday, 12:30 PM', amount_cents: 8500, product_id: null },
      { name: 'Slow Morning Flow', description: 'Saturday, 7:30 AM', amount_cents: 2000, product_id: null },
    ],
    expires_at: new Date(clock.now().getTime() + 35 * 60_000),
    is_balance: false,
    pay_first: false,
    site_url: origin,
    ...more,
  };
}

async function newSession(more: Partial<SessionRequest> = {}) {
  const made = await payments.createCheckoutSession(await newRequest(more));
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

const visit = (url: string | null, form?: Record<string, string>) =>
  fetch(url ?? '', {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
/** What a page says, without its tags. */
const textOf = (html: string) => html.replace(/<[^>]*>/g, '');
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', postal_code: '97214' };

describe('payment page', () => {
  it('shows practice, lines, tax and total, and returns to the site once it is paid', async () => {
    const session = await newSession();
    expect(session).toMatchObject({
      status: 'open',
      subtotal_cents: 10_500,
      // Known once an address is typed.
      tax_cents: 0,
      total_cents: 10_500,
    });

    const page = await visit(session.url);
    const text = await page.text();
    for (const words of [
      'Sattva &#38; Sage',
      'Marma Session',
      '$85.00',
      '$8.93',
      '$113.93',
      'Cancel and return',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toContain(`/checkout/cancel?session_id=${session.id}`);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${origin}`);

    const paid = await visit(session.url, { ...card, act: 'pay' });
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`${origin}/checkout/success?session_id=${session.id}`);
    const now = await payments.retrieveSession(session.id);
    expect(now).toMatchObject({
      ok: true,
      value: { status: 'complete', is_paid: true, total_cents: 11_393 },
    });

    const receipt = now.ok ? now.value.receipt_url : null;
    expect(await (await visit(receipt)).text()).toContain('ending in 4242');
    // Coming back to a paid page leads on, and charges nothing again.
    expect((await visit(session.url, { ...card, act: 'pay' })).status).toBe(303);
    expect(sandbox.control.books().payments).toHaveLength(1);
  });

  it('has its own address for browsers, while the app calls it on this machine', async () => {
    await sandbox.close();
    sandbox = await start({ host: '0.0.0.0', publicUrl: 'https://pay.elsewhere.example/' });
    payments = portOf(sandbox);
    expect(sandbox.url).toBe('https://pay.elsewhere.example');
    expect(sandbox.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const session = await newSession();
    expect(session.url).toBe(`https://pay.elsewhere.example/c/pay/${session.id}`);

    const here = session.url!.replace(sandbox.url, sandbox.apiUrl);
    const page = await visit(here);
    expect(await page.text()).toContain(`action="/c/pay/${session.id}"`);
    expect(page.headers.getSetCookie()).toEqual([]);
    const paid = await visit(here, { ...card, act: 'pay' });
    expect(paid.headers.get('location')).toBe(`${origin}/checkout/success?session_id=${session.id}`);
    const now = await payments.retrieveSession(session.id);
    const receipt = now.ok ? now.value.receipt_url : null;
    expect(receipt).toMatch(/^https:\/\/pay\.elsewhere\.example\/receipts\/ch_\w+$/);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['fd00::7', '[fd00::7]'],
    ['10.0.0.5', '10.0.0.5'],
  ])('listens on %s and is reached by the app at %s', (host, found) => {
    expect(hostFromHere(host)).toBe(found);
  });

  it('shows time and place next to the button if the lines are products of the catalogue', async () => {
    const made = await fetch(`${sandbox.apiUrl}/v1/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      body: new URLSearchParams({ name: 'Marma Session', description: 'Gentle pressure on vital points' }),
    });
    const { id: product_id } = (await made.json()) as { id: string };
    const { lines } = await newRequest();
    const session = await newSession({ lines: [{ ...lines[0]!, product_id }, lines[1]!] });
    const text = await (await visit(session.url)).text();
    const expected = 'Marma Session: Tuesday, 12:30 PM; Slow Morning Flow: Saturday, 7:30 AM';
    expect(text).toContain('Gentle pressure on vital points');
    expect(textOf(text)).toContain(expected);
    await visit(session.url, { ...card, act: 'pay' });
    const { payments: paid } = sandbox.control.books();
    expect(paid.map(({ description }) => description)).toEqual([expected]);
    const now = await payments.retrieveSession(session.id);
    expect(textOf(await (await visit(now.ok ? now.value.receipt_url : null)).text())).toContain(expected);
  });

  it('keeps a time on one line', async () => {
    const { lines } = await newRequest();
    const when = 'Monday, November 30, 2026, 9:00 AM - 10:00 AM PST, <Secret> Studio';
    const session = await newSession({ lines: [{ ...lines[0]!, description: when }] });
    const text = await (await visit(session.url)).text();
    expect(text).toContain(
      'November 30, 2026, <span class="times"><span class="num">9:00 AM</span> - <span class="num">10:00 AM</span> PST,' +
        '</span> &#60;Secret&#62; Studio',
    );
  });

  it('lists as many items of a long cart as the provider accepts', async () => {
    const { lines } = await newRequest();
    const session = await newSession({
      checkout_id: 'long',
      lines: Array.from({ length: 30 }, () => ({ ...lines[0]!, description: 'x'.repeat(80) })),
    });
    await visit(session.url, { ...card, act: 'pay' });
    const { description } = sandbox.control.books().payments[0]!;
    expect(description).toMatch(/x; and 20 more$/);
  });

  it.each([
    ['the declining card', { ...card, number: '4000 0000 0000 0002', act: 'pay' }, 'Your card was declined.'],
    ['the Decline button', { ...card, act: 'decline' }, 'Your card was declined.'],
    [
      'a mistyped number',
      { ...card, number: '4242 4242 4242 4241', act: 'pay' },
      'Your card number is invalid.',
    ],
    ['an old card', { ...card, expiry: '01 / 26', act: 'pay' }, 'Your card has expired.'],
  ])('keeps the page open after %s', async (_, form, words) => {
    const session = await newSession();
    const answer = await visit(session.url, form);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(words);
    expect(await payments.retrieveSession(session.id)).toMatchObject({
      value: { status: 'open', is_paid: false },
    });
  });

  it('cannot be paid after it has expired', async () => {
    const session = await newSession();
    clock.advance(35 * 60_000);
    const late = await visit(session.url, { ...card, act: 'pay' });
    expect(await late.text()).toContain('This payment page has expired');
    expect(await payments.retrieveSession(session.id)).toMatchObject({
      value: { status: 'expired', is_paid: false },
    });
  });
});

describe('customers', () => {
  it('are created once for a user, also after a change of name', async () => {
    const first = await payments.createCustomer({ user_id: 'u1', email: 'maren@example.com', name: 'Maren' });
    const again = await payments.createCustomer({
      user_id: 'u1',
      email: 'maren@example.com',
      name: 'Maren Lund',
    });
    expect(first.ok).toBe(true);
    expect(again).toEqual(first);
  });
});

describe('sessions', () => {
  it.each([
    ['less than 30 minutes', 29 * 60_000],
    ['more than 24 hours', 24 * 3_600_000 + 60_000],
  ])('refuses to expire in %s', async (_, ms) => {
    const request = await newRequest({ expires_at: new Date(clock.now().getTime() + ms) });
    expect(await payments.createCheckoutSession(request)).toMatchObject({
      outcome: 'REFUSED',
      conclusive: true,
    });
  });

  it('refuses an unknown customer, an encoded placeholder and another payment method', async () => {
    const stranger = await newRequest({ customer_id: 'cus_none' });
    expect(await payments.createCheckoutSession(stranger)).toMatchObject({ code: 'resource_missing' });
    const send = (change: Record<string, string>) =>
      fetch(`${sandbox.apiUrl}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.apiKey}` },
        body: new URLSearchParams({
          mode: 'payment',
          customer: stranger.customer_id,
          'allowed_payment_method_types[0]': 'card',
          'line_items[0][price_data][currency]': 'usd',
          'line_items[0][price_data][unit_amount]': '100',
          'line_items[0][price_data][product_data][name]': 'Tea',
          success_url: `${origin}/checkout/success`,
          cancel_url: `${origin}/checkout/cancel`,
          ...change,
        }),
      });
    const codeOf = async (change: Record<string, string>) =>
      ((await (await send(change)).json()) as { error: { code: string } }).error.code;
    expect(await codeOf({ success_url: `${origin}/?session_id=%7BCHECKOUT_SESSION_ID%7D` })).toBe(
      'url_invalid',
    );
    expect(await codeOf({ 'payment_method_types[0]': 'card' })).toBe(
      'payment_method_types_no_longer_supported',
    );
    expect(await codeOf({ 'automatic_tax[enabled]': 'true' })).toBe('customer_tax_location_invalid');
  });

  it.each([
    ['a sum under 50 cents', { amount_cents: 30 }, 'amount_too_small'],
    ['an empty description', { description: '' }, 'parameter_invalid_empty'],
    ['more than a million', { amount_cents: 100_000_000 }, 'amount_too_large'],
  ])('refuses %s, as the provider does', async (_name, changed, code) => {
    const line = { name: 'Marma Session', description: 'Tuesday', amount_cents: 8500, product_id: null };
    const request = await newRequest({ lines: [{ ...line, ...changed }] });
    expect(await payments.createCheckoutSession(request)).toMatchObject({
      ok: false,
      outcome: 'REFUSED',
      code,
    });
  });

  it('refuses unknown parameters and metadata that are too long', async () => {
    const post = (body: string) =>
      fetch(`${sandbox.apiUrl}/v1/checkout/sessions`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${sandbox.apiKey}` },
      });
    expect(await (await post('mode=payment&line_item[0]=x')).json()).toMatchObject({
      error: { code: 'parameter_unknown', param: 'line_item' },
    });
    const answer = await fetch(`${sandbox.apiUrl}/v1/customers`, {
      method: 'POST',
      body: new URLSearchParams({ 'metadata[note]': 'x'.repeat(501) }),
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    });
    expect(answer.status).toBe(400);
  });

  it('returns the same session for the same idempotency key, and refuses other parameters with it', async () => {
    const request = await newRequest();
    const first = await payments.createCheckoutSession(request);
    expect(await payments.createCheckoutSession(request)).toEqual(first);
    const other = { ...request, lines: request.lines.slice(1) };
    expect(await payments.createCheckoutSession(other)).toMatchObject({
      outcome: 'UNKNOWN',
      code: 'idempotency_error',
    });
    expect(sandbox.control.books().sessions).toHaveLength(1);
  });

  it('finds the session of a checkout', async () => {
    const session = await newSession();
    const { customer_id } = await newRequest();
    expect(await payments.findSession('c1', customer_id)).toMatchObject({
      ok: true,
      value: { id: session.id },
    });
    expect(await payments.findSession('c2', customer_id)).toEqual({ ok: true, value: null });
  });

  it('expires an open session; a session that was just paid stays paid', async () => {
    const open = await newSession();
    expect(await payments.expireSession(open.id)).toMatchObject({ value: { status: 'expired' } });
    expect(await payments.expireSession(open.id)).toMatchObject({ value: { status: 'expired' } });
    const paid = await newSession({ checkout_id: 'c2' });
    sandbox.control.pay(paid.id);
    expect(await payments.expireSession(paid.id)).toMatchObject({
      value: { status: 'complete', is_paid: true },
    });
  });
});

describe('refunds', () => {
  it('refunds once although the request is repeated', async () => {
    const session = await newSession();
    sandbox.control.pay(session.id);
    const now = await payments.retrieveSession(session.id);
    const payment_intent_id = (now.ok ? now.value.payment_intent_id : null) ?? '';
    const request = {
      payment_intent_id,
      amount_cents: 500,
      idempotency_key: 'refund-1',
      asked_before: false,
    };
    const first = await payments.refund(request);
    expect(await payments.refund(request)).toEqual(first);
    expect(
      await payments.refund({ payment_intent_id, idempotency_key: 'refund-2', asked_before: false }),
    ).toMatchObject({
      ok: true,
    });
    // The rest is gone already: answered as done, without an id.
    expect(
      await payments.refund({ payment_intent_id, idempotency_key: 'refund-3', asked_before: false }),
    ).toEqual({
      ok: true,
      value: { refund_id: null },
    });
    expect(sandbox.control.books().payments[0]).toMatchObject({ amount: 11_393, amount_refunded: 11_393 });
    expect(sandbox.control.books().refunds.map(({ amount }) => amount)).toEqual([500, 10_893]);
  });
});

describe('like the provider', () => {
  const ask = async (path: string, body?: Record<string, string>) => {
    const answer = await fetch(`${sandbox.apiUrl}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      ...(body ? { body: new URLSearchParams(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('calculates the tax only after an address is entered', async () => {
    const session = await newSession();
    expect((await ask(`checkout/sessions/${session.id}`)).body).toMatchObject({
      amount_subtotal: 10_500,
      amount_total: 10_500,
      total_details: { amount_tax: 0 },
      automatic_tax: { enabled: true, status: 'requires_location_inputs' },
    });
    sandbox.control.pay(session.id);
    expect((await ask(`checkout/sessions/${session.id}`)).body).toMatchObject({
      amount_total: 11_393,
      total_details: { amount_tax: 893 },
      automatic_tax: { enabled: true, status: 'complete' },
    });
  });

  it('answers 404 for an unknown id in the path and 400 for an unknown id in a parameter', async () => {
    expect((await ask('customers/cus_none')).status).toBe(404);
    expect((await ask('checkout/sessions/cs_none')).status).toBe(404);
    expect((await ask('refunds', { payment_intent: 'pi_none' })).status).toBe(400);
    const stranger = await newRequest({ customer_id: 'cus_none' });
    expect(await payments.createCheckoutSession(stranger)).toMatchObject({
      code: 'resource_missing',
      conclusive: true,
      reason: expect.stringMatching(/^400 /),
    });
  });

  it('lists in pages of ten by default and refuses a limit above a hundred', async () => {
    for (let n = 0; n < 12; n++) await ask('products', { name: `Tea ${n}` });
    const first = await ask('products');
    const rows = first.body['data'] as { id: string; name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, n) => `Tea ${11 - n}`));
    expect(first.body['has_more']).toBe(true);
    const rest = await ask(`products?starting_after=${rows.at(-1)!.id}`);
    expect(rest.body).toMatchObject({ data: [{ name: 'Tea 1' }, { name: 'Tea 0' }], has_more: false });
    expect((await ask('products?limit=101')).status).toBe(400);
  });

  // Events come in any order.
  it('can keep a refund pending, and sends an event with its result', async () => {
    sandbox.control.set({ refund_pending: true });
    const session = await newSession();
    sandbox.control.pay(session.id);
    const refund = sandbox.control.refund(session.id);
    expect((await ask(`refunds/${refund}`)).body).toMatchObject({ status: 'pending' });
    sandbox.control.complete_refund(refund);
    expect((await ask(`refunds/${refund}`)).body).toMatchObject({ status: 'succeeded' });
    sandbox.control.fail_refund(refund);
    await sandbox.control.flush();
    expect(
      received
        .map(({ type }) => type)
        .filter((type) => type.startsWith('refund'))
        .toSorted(),
    ).toEqual(['refund.created', 'refund.failed', 'refund.updated', 'refund.updated']);
  });
});

describe('events', () => {
  it('are signed, and sent again until the site confirms them', async () => {
    const session = await newSession();
    siteStatus = 500;
    sandbox.control.pay(session.id);
    await sandbox.control.flush();
    expect(received).toMatchObject([{ type: 'checkout.session.completed', session: session.id }]);
    siteStatus = 200;
    await sandbox.control.flush();
    expect(received[1]).toEqual(received[0]);
    await sandbox.control.flush();
    expect(received).toHaveLength(2);
  });

  it('can arrive twice, under two ids and in reverse order', async () => {
    const first = await newSession();
    const second = await newSession({ checkout_id: 'c2' });
    sandbox.control.set({ webhook_copies: 2, webhook_second_id: true, webhook_reorder: 8 });
    sandbox.control.pay(first.id);
    sandbox.control.pay(second.id);
    await sandbox.control.flush();
    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ id }) => id)).size).toBe(4);
    expect(received.map(({ session }) => session)).toContain(first.id);
  });

  it('report an expired session, and a payment after that', async () => {
    const session = await newSession();
    clock.advance(36 * 60_000);
    await payments.retrieveSession(session.id);
    sandbox.control.pay(session.id, true);
    await sandbox.control.flush();
    const types = received.map(({ type }) => type).sort();
    expect(types).toEqual(['checkout.session.completed', 'checkout.session.expired']);
  });

  it('are rejected with another secret, another body or an old date', async () => {
    const body = Buffer.from('{"id":"evt_1","type":"x","data":{"object":{"id":"cs_1"}}}');
    const { sign } = await import('./deliveries.ts');
    const good = sign(body.toString(), sandbox.webhookSecret, clock.now());
    expect(payments.verifyWebhook(body, good, clock.now())).toMatchObject({ id: 'evt_1', object_id: 'cs_1' });
    expect(
      payments.verifyWebhook(body, sign(body.toString(), 'whsec_other', clock.now()), clock.now()),
    ).toBeNull();
    expect(payments.verifyWebhook(Buffer.from('{}'), good, clock.now())).toBeNull();
    expect(payments.verifyWebhook(body, undefined, clock.now())).toBeNull();
    clock.advance(301_000);
    expect(payments.verifyWebhook(body, good, clock.now())).toBeNull();
  });
});

describe('failures', () => {
  it.each([
    ['refuse', 'REFUSED', 0],
    ['error_before', 'UNKNOWN', 0],
    ['error_after', 'UNKNOWN', 1],
    ['reset_before', 'UNKNOWN', 0],
    ['reset_after', 'UNKNOWN', 1],
  ] as const)('%s is reported as %s and leaves %i sessions', async (api_fault, outcome, sessions) => {
    const request = await newRequest();
    sandbox.control.set({ api_fault });
    expect(await payments.createCheckoutSession(request)).toMatchObject({ ok: false, outcome });
    expect(sandbox.control.books().sessions).toHaveLength(sessions);
  });

  it('survives one closed connection by retrying with the same idempotency key', async () => {
    const request = await newRequest();
    sandbox.control.set({ api_fault: 'reset_after', api_fault_times: 1 });
    expect(await payments.createCheckoutSession(request)).toMatchObject({ ok: true });
    expect(sandbox.control.books().sessions).toHaveLength(1);
  });

  it('reports an unknown outcome after a time-out, and a known one after a refused connection', async () => {
    const request = await newRequest();
    sandbox.control.set({ api_delay_ms: 400 });
    const hasty = portOf(sandbox, 100);
    expect(await hasty.createCheckoutSession(request)).toMatchObject({ outcome: 'UNKNOWN' });
    sandbox.control.set({});
    const away = stripePayments({
      secret_key: 'sk_test_x',
      api_url: 'http://127.0.0.1:1',
      webhook_secrets: [],
      automatic_tax: true,
    });
    expect(await away.createCheckoutSession(request)).toMatchObject({
      outcome: 'REFUSED',
      code: 'ECONNREFUSED',
    });
  });
});

describe('state', () => {
  it('survives a restart: keys, sessions, and events that were not confirmed', async () => {
    const session = await newSession();
    siteStatus = 503;
    sandbox.control.pay(session.id);
    await sandbox.control.flush();
    const { apiKey } = sandbox;
    await sandbox.close();

    siteStatus = 200;
    sandbox = await start();
    payments = portOf(sandbox);
    expect(sandbox.apiKey).toBe(apiKey);
    expect(await payments.retrieveSession(session.id)).toMatchObject({ value: { status: 'complete' } });
    await sandbox.control.flush();
    expect(received).toHaveLength(2);
  });

  it('is owned by one process: a second one changes nothing', async () => {
    const port = Number(new URL(sandbox.apiUrl).port);
    await expect(start()).rejects.toThrow(DataDirInUse);
    await expect(start({ port })).rejects.toThrow(DataDirInUse);
    const session = await newSession();
    await sandbox.close();
    sandbox = await start();
    payments = portOf(sandbox);
    expect(await payments.retrieveSession(session.id)).toMatchObject({ ok: true });
  });

  it('is released by a process that finds its port in use', async () => {
    const port = Number(new URL(sandbox.apiUrl).port);
    const other = join(dataDir, 'other');
    await expect(start({ port, dataDir: other })).rejects.toThrow(/EADDRINUSE/);
    const second = await start({ dataDir: other });
    await second.close();
  });

  it('does not start in production without SANDBOX=1', async () => {
    const options = {
      port: 0,
      dataDir: join(dataDir, 'other'),
      appOrigin: origin,
      practice: { name: 'Sattva & Sage' },
      clock: clock.now,
    };
    const starting = startSandbox({ ...options, environment: { NODE_ENV: 'production', SANDBOX: false } });
    await expect(starting).rejects.toThrow('does not run in production');
    const meant = await startSandbox({ ...options, environment: { NODE_ENV: 'production', SANDBOX: true } });
    await meant.close();
  });
});

describe('payouts', () => {
  const listed = async () => {
    const found = await payments.listPayouts({ from: '2026-03-01', to: '2026-04-01' });
    if (!found.ok) throw new Error(found.reason);
    return found.value;
  };

  it('pays what is available on each business day, with what is in it', async () => {
    const first = await newSession();
    sandbox.control.pay(first.id);
    expect(await listed()).toEqual([]);
    // Monday: available on Wednesday, at the bank on Thursday.
    clock.set('2026-03-04T12:00:00Z');
    const { payment_intent } = sandbox.control.books().sessions[0]!.session;
    const paid = { arrives_on: '2026-03-05', state: 'ON_ITS_WAY', amount_cents: expect.any(Number) };
    expect(await listed()).toEqual([
      {
        ...paid,
        id: expect.stringMatching(/^po_/),
        contents: { payments: 1, refunds: 0, others: 0, intents: [payment_intent] },
      },
    ]);
    const [payment] = sandbox.control.books().payments;
    const [before] = await listed();
    expect(before!.amount_cents).toBe(payment!.amount - Math.round(payment!.amount * 0.029) - 30);

    // Friday: what is refunded is taken from the next payments, over the weekend.
    clock.set('2026-03-06T12:00:00Z');
    sandbox.control.refund(first.id);
    const second = await newSession({ checkout_id: 'c2' });
    sandbox.control.pay(second.id);
    clock.set('2026-03-20T12:00:00Z');
    expect(await listed()).toEqual([{ ...before, state: 'ARRIVED' }]);
    const third = await newSession({ checkout_id: 'c3' });
    sandbox.control.pay(third.id);
    clock.set('2026-03-27T12:00:00Z');
    const [latest, ...others] = await listed();
    expect(others).toEqual([{ ...before, state: 'ARRIVED' }]);
    expect(latest!.arrives_on).toBe('2026-03-25');
    expect(latest!.contents).toMatchObject({ payments: 2, refunds: 1, others: 0 });
    expect(await payments.listPayouts({ from: '2026-03-06', to: '2026-03-25' })).toEqual({
      ok: true,
      value: [],
    });
  });

  it('takes a lost dispute with its fee', async () => {
    const sessions = [
      await newSession(),
      await newSession({ checkout_id: 'c2' }),
      await newSession({ checkout_id: 'c3' }),
    ];
    for (const { id } of sessions) sandbox.control.pay(id);
    sandbox.control.dispute(sessions[0]!.id);
    clock.set('2026-03-10T12:00:00Z');
    const [payout] = await listed();
    expect(payout!.contents).toMatchObject({ payments: 3, refunds: 0, others: 1 });
    expect(payout!.contents!.intents.filter((intent) => intent.startsWith('pi_'))).toHaveLength(4);
    const total = sandbox.control.books().payments.reduce((sum, { amount }) => sum + amount, 0);
    expect(payout!.amount_cents).toBeLessThan((total * 2) / 3 - 1500);
  });
});
