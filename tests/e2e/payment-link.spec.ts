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
async function mailedLink(page: Page, service = 'Marma Session'): Promise<{ path: string; name: string }> {
  const name = { first_name: 'Petra', last_name: 'Lindgren' };
  const { email, ids } = await clientWithVisits(client, name, [{ minutes: 300, service }]);
  await callAsStaff(page, `/bookings/${ids[0]}/payment-link`, {});
  let path = '';
  await expect(async () => {
    const mail = (await mailsTo(page.request, email)).find(({ subject }) => /payment link/.test(subject));
    path = /\/visit\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  return { path, name: 'Petra' };
}

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
  await tabTo(payer, payer.getByRole('button', { name: 'Pay $85.00' }));
  await payer.keyboard.press('Enter');
  await payer.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(payer).toHaveURL(/\/visit\/thanks$/);
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
