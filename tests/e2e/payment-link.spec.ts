import { type BrowserContext, expect, type Page } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { mailsTo, type Visitor } from './support/people.ts';
import { callAsStaff, clientWithVisits, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** A person who has the mail and is not signed in. */
let payers: BrowserContext;
let client: Visitor;

test.beforeEach(async ({ context, baseURL, browser, request }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  payers = await browser.newContext();
  client = { request };
});
test.afterEach(async () => {
  await payers?.close();
});

/** An unpaid visit, of $85 by default, and the path of the link that was mailed. */
async function mailedLink(
  page: Page,
  service = 'Marma Session',
): Promise<{ id: string; path: string; name: string }> {
  const name = { first_name: 'Petra', last_name: 'Lindgren' };
  const { email, ids } = await clientWithVisits(client, name, [{ minutes: 300, service }]);
  await callAsStaff(page, `/bookings/${ids[0]}/payment-link`, {});
  let path = '';
  await expect(async () => {
    const mail = (await mailsTo(page.request, email)).find(({ subject }) => /payment link/.test(subject));
    path = /\/pay\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  return { id: ids[0]!, path, name: 'Petra' };
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $85.00' });
const payAtProvider = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true }).click();

test('a link is paid by keyboard without a sign-in, and says so when it is opened again', async ({
  page,
}) => {
  const { path, name } = await mailedLink(page);
  const payer = await payers.newPage();
  const errors = consoleErrors(payer);
  const answer = (await payer.goto(path))!;
  expect(answer.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  });
  // It can be read without JavaScript.
  const html = await answer.text();
  expect(html).toContain('$85.00</button>');
  expect(html).not.toContain(name);
  await expect(payer.getByRole('heading', { name: 'Pay for your session' })).toBeVisible();
  await expectAccessible(payer);
  await payer.setViewportSize({ width: 360, height: 780 });
  await expectNoSideScroll(payer);
  await tabTo(payer, payButton(payer));
  await payer.keyboard.press('Enter');
  await payAtProvider(payer);
  await expect(payer).toHaveURL(/\/pay\/thanks$/);
  await expect(payer.getByText('Your payment has arrived. Nothing is left to pay.')).toBeVisible();
  await expectAccessible(payer);
  await payer.goto(path);
  await expect(payer.getByText('Nothing is left to pay.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a price that is chosen and paid before the code has loaded is the price that is asked', async ({
  page,
}) => {
  const { path } = await mailedLink(page, 'Seasonal Follow-up');
  const payer = await payers.newPage();
  const errors = consoleErrors(payer);
  const held = Promise.withResolvers<void>();
  await payer.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await payer.goto(path, { waitUntil: 'commit' });
  const slider = payer.getByRole('slider');
  await slider.press('Home');
  const least = Number(await slider.inputValue());
  await payer.getByRole('button', { name: /^Pay \$/ }).click();
  const asked = payer.waitForRequest((request) => request.method() === 'POST');
  held.resolve();
  expect((await asked).postDataJSON()).toEqual({ selected_prices: [{ line: 0, cents: 100 * least }] });
  await expect(payer.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test('of two people with the link, the second finds it paid', async ({ page }) => {
  const { path } = await mailedLink(page);
  const [one, other] = [await payers.newPage(), await payers.newPage()];
  await one.goto(path);
  await other.goto(path);
  await payButton(one).click();
  await payAtProvider(one);
  await expect(one.getByText('Your payment has arrived.')).toBeVisible();
  await payButton(other).click();
  await expect(other.getByText('Nothing is left to pay.')).toBeVisible();
});

test('leaving the payment page leads back; cash taken meanwhile ends it', async ({ page }) => {
  const { id, path } = await mailedLink(page);
  const payer = await payers.newPage();
  await payer.goto(path);
  await payButton(payer).click();
  await payer.getByRole('link', { name: 'Cancel and return' }).click();
  await expect(payer.getByRole('heading', { name: 'Nothing was paid' })).toBeVisible();
  await expectAccessible(payer);
  await payer.getByRole('link', { name: 'Back to the payment' }).click();
  await expect(payButton(payer)).toBeVisible();
  await callAsStaff(page, `/bookings/${id}/offline-payments`, {
    cents: 8500,
    method: 'CASH',
    received_on: '2020-01-01',
  });
  await payButton(payer).click();
  await expect(payer.getByText('Nothing is left to pay.')).toBeVisible();
});

test('a payment after cash was taken goes back', async ({ page }) => {
  const { id, path } = await mailedLink(page);
  const payer = await payers.newPage();
  await payer.goto(path);
  await payButton(payer).click();
  await expect(payer.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await callAsStaff(page, `/bookings/${id}/offline-payments`, {
    cents: 8500,
    method: 'CASH',
    received_on: '2020-01-01',
  });
  await payAtProvider(payer);
  // The site may have ended the page already; else the money is returned at once.
  await expect(payer.getByText(/Nothing is left to pay|has expired/)).toBeVisible();
  const answer = await page.request.get(`/api/staff/bookings/${id}`);
  expect(((await answer.json()) as { money: object }).money).toMatchObject({
    paid_cents: 0,
    offline_cents: 8500,
    balance_cents: 0,
  });
});

test('an unknown link and an unavailable provider are explained in plain text', async ({ page }) => {
  const payer = await payers.newPage();
  await payer.goto(`/pay/${'x'.repeat(43)}`);
  await expect(payer.getByRole('heading', { name: 'This payment link has expired.' })).toBeVisible();
  await expectAccessible(payer);
  const { path } = await mailedLink(page);
  await payer.route('**/api/payment-links/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, json: { error: '', message: '', code: 'PAYMENT_PROVIDER' } })
      : route.fallback(),
  );
  await payer.goto(path);
  await payButton(payer).click();
  await expect(payer.getByRole('alert')).toContainText('isn’t reachable right now. Nothing was charged.');
  await expect(payButton(payer)).toBeEnabled();
});
