import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { payAt, paymentPageOf, wayBackFrom } from './support/bookings.ts';
import type { Page } from './support/page.ts';
import { mailsTo } from './support/people.ts';
import { visitor } from './support/site.ts';
import { clientWithVisits } from './support/visits.ts';

const app = await testApp({ receivesEvents: true });
const owner = await app.signInStaff();

const asStaff = async (path: string, more: object = {}): Promise<void> => {
  const { status, text } = await owner.send('POST', `/api/staff${path}`, {
    action_id: randomUUID(),
    ...more,
  });
  expect(status, text).toBeLessThan(300);
};
const takeCash = (id: string) =>
  asStaff(`/bookings/${id}/offline-payments`, { cents: 8500, method: 'CASH', received_on: '2026-03-02' });

async function eventsArrive(): Promise<void> {
  await app.sandbox.control.flush();
  await app.settled();
}

/** An unpaid visit of $85, the path of the link that was mailed, and a person who has the mail and is not signed in. */
async function mailedLink(): Promise<{ id: string; path: string; page: Page }> {
  const name = { first_name: 'Petra', last_name: 'Lindgren' };
  const { email, ids } = await clientWithVisits(app, name, [{ minutes: 300 }]);
  await asStaff(`/bookings/${ids[0]}/payment-link`);
  const page = visitor(app);
  const mail = (await mailsTo(page, email)).find(({ subject }) => /payment link/.test(subject));
  const path = /\/visit\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? 'no link';
  return { id: ids[0]!, path, page };
}
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $85.00' });

test('of two people with the link, the second finds it paid', async () => {
  const { path, page } = await mailedLink();
  await page.goto(path);
  await expect(payButton(page)).toBeVisible();
  const url = `/api/visits/${path.slice('/visit/'.length)}/pay`;
  const other = await app.request({ method: 'POST', url, payload: { selected_prices: [] } });
  expect(await payAt(other.json<{ url: string }>().url)).toBe('/visit/thanks');
  await eventsArrive();
  await payButton(page).click();
  await expect(page.getByText('Nothing is left to pay.')).toBeVisible();
});

test('leaving the payment page leads back; cash taken meanwhile ends it', async () => {
  const { id, path, page } = await mailedLink();
  await page.goto(path);
  await payButton(page).click();
  await page.goto(await wayBackFrom(await paymentPageOf(page)));
  await expect(page.getByRole('heading', { name: 'Nothing was paid' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the payment' }).click();
  await expect(payButton(page)).toBeVisible();
  await takeCash(id);
  await payButton(page).click();
  await expect(page.getByText('Nothing is left to pay.')).toBeVisible();
});

test('a payment after cash was taken goes back', async () => {
  const { id, path, page } = await mailedLink();
  await page.goto(path);
  await payButton(page).click();
  const payment = await paymentPageOf(page);
  await takeCash(id);
  await page.goto(await payAt(payment));
  await expect(page.getByText('Nothing is left to pay.')).toBeVisible();
  await eventsArrive();
  const { json } = await owner.get<{ money: object }>(`/api/staff/bookings/${id}`);
  expect(json.money).toMatchObject({ paid_cents: 0, offline_cents: 8500, balance_cents: 0 });
  // With the tax.
  expect(app.sandbox.control.books().refunds).toEqual([expect.objectContaining({ amount: 9223 })]);
});

test('an unknown link and an unavailable provider are explained in plain text', async () => {
  const { path, page } = await mailedLink();
  await page.goto(`/visit/${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link to a visit has expired.' })).toBeVisible();
  await expectAccessible(page);
  page.intercept('POST', '/api/visits', () =>
    Promise.resolve(Response.json({ error: '', message: '', code: 'PAYMENT_PROVIDER' }, { status: 502 })),
  );
  await page.goto(path);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('isn’t reachable right now. Nothing was charged.');
  await expect(payButton(page)).toBeEnabled();
});
