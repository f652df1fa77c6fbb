import { once } from 'node:events';
import { request as passOn } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from '@playwright/test';
import { startApp } from '#scripts/lib/running-app.ts';
import { selfSignedCertificate } from '../support/self-signed-certificate.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { open } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

// A showcase on the internet: SANDBOX=1 in production behind https, with the payment page at its own address.
// In the other tests both are on localhost, which is one site for a browser. Here they are two sites, as with Stripe, so
// that a cookie or a form that does not survive the redirects is found.
const SITE = 'https://sattva.example';
const PAY = 'https://pay.elsewhere.example';

/** The requests to the address of the payment page. */
type Visit = { path: string; status: number; cookie: string | undefined };
type Showcase = { port: number; visits: Visit[] };

const test = base.extend<object, { showcase: Showcase }>({
  baseURL: SITE,
  ignoreHTTPSErrors: true,
  showcase: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern; this one needs none
    async ({}, use) => {
      const app = await startApp({
        env: {
          NODE_ENV: 'production',
          SITE_URL: SITE,
          TRUST_PROXY: '1',
          SANDBOX_PUBLIC_URL: PAY,
        },
      });
      const visits: Visit[] = [];
      // Two server blocks of a proxy, as in docs/operations/deploy.md.
      const upstreams = new Map([
        [new URL(SITE).host, app.baseUrl],
        [new URL(PAY).host, app.sandboxUrl],
      ]);
      const proxy = createServer(selfSignedCertificate(new Date()), (request, response) => {
        const host = request.headers.host ?? '';
        const upstream = upstreams.get(host);
        if (!upstream) return void response.writeHead(421).end();
        const sent = passOn(
          upstream + request.url,
          {
            method: request.method,
            headers: { ...request.headers, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
          },
          (answer) => {
            const status = answer.statusCode ?? 502;
            if (upstream === app.sandboxUrl)
              visits.push({ path: request.url ?? '', status, cookie: request.headers.cookie });
            response.writeHead(status, answer.headers);
            answer.pipe(response);
          },
        );
        sent.on('error', () => response.destroy());
        request.pipe(sent);
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      await use({ port: (proxy.address() as AddressInfo).port, visits });
      proxy.closeAllConnections();
      proxy.close();
      await app.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // Both names resolve to the proxy, in this browser only.
  launchOptions: [
    async ({ launchOptions, showcase }, use) => {
      const rule = `--host-resolver-rules=MAP *.example 127.0.0.1:${showcase.port}`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
    },
    { scope: 'worker' },
  ],
});

test('a payment page at its own address: cancelled and paid', async ({ page, context, showcase }) => {
  const errors = consoleErrors(page);
  await open(page, '/sign-in');
  await page.getByLabel('Email address').fill('demo@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Garden-gate-7');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${SITE}/profile`);
  const login = await context.cookies();
  expect(login.map(({ name }) => name).toSorted()).toEqual([
    '__Host-access',
    '__Host-browser',
    '__Host-login',
    '__Host-refresh',
  ]);
  for (const cookie of login)
    expect(cookie).toMatchObject({ domain: 'sattva.example', secure: true, sameSite: 'Lax' });

  await putInCart(page, 'Chair Yoga for Stiff Days');
  await toPaymentPage(page);
  const address = page.url();
  expect(address).toMatch(/^https:\/\/pay\.elsewhere\.example\/c\/pay\/cs_\w+$/);
  const session_id = address.split('/').at(-1)!;
  await page.getByRole('link', { name: 'Cancel and return' }).click();
  await expect(page).toHaveURL(`${SITE}/checkout/cancel?session_id=${session_id}`);
  await expectTexts(page, 'Checkout', 'cancelled');
  // Still signed in: without a session the hold could not have been released.
  await expect(async () => {
    const state = await page.evaluate(
      async (id) => (await fetch(`/auth/checkout-status?session_id=${id}`)).json() as Promise<object>,
      session_id,
    );
    expect(state).toMatchObject({ status: 'CANCELLED' });
  }).toPass();

  await page.getByRole('link', { name: 'Return to Cart' }).click();
  await toPaymentPage(page);
  expect(new URL(page.url()).origin).toBe(PAY);
  expect(page.url()).not.toBe(address);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveURL(/^https:\/\/sattva\.example\/checkout\/success\?session_id=cs_/);
  await expectTexts(page, 'Checkout', 'success');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /receipt/i }).click();
  const receipt = await opened;
  await expect(receipt.getByText(/ending in 4242/)).toBeVisible();
  expect(receipt.url()).toMatch(/^https:\/\/pay\.elsewhere\.example\/receipts\/ch_\w+$/);

  expect(await context.cookies(PAY)).toEqual([]);
  expect(showcase.visits.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
  expect(showcase.visits.filter(({ status }) => status >= 400)).toEqual([]);
  expect(showcase.visits.map(({ path }) => path)).toContain('/assets/pay.css');
  expect(errors).toEqual([]);
});
