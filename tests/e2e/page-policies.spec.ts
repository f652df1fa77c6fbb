import { expect, test } from '@playwright/test';
import { watchForScripts } from '../attacks/support/watched-page.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { createClient, mailsTo, open } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

test('S11: the API page, the mailbox and the payment page work under their own policies', async ({
  page,
}) => {
  const seen = await watchForScripts(page, consoleErrors(page));
  await page.goto('/docs');
  await expect(page.getByText('/get-all-wellness-services', { exact: false }).first()).toBeVisible();

  const { email } = await createClient(page);
  expect((await mailsTo(page.request, email)).length).toBeGreaterThan(0);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('link', { name: 'as HTML' }).click();
  // A mail has inline styles, so a violation of its policy would be reported.
  await expect(page.getByRole('link').first()).toBeVisible();

  await putInCart(page, 'Chair Yoga for Stiff Days');
  await toPaymentPage(page);
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Nunito');
  expect(seen).toEqual([]);
});

test('S11: a script that is not part of the page does not run anywhere', async ({ page }) => {
  const seen = await watchForScripts(page);
  await page.route('**/about', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const broken = html.replace('</main>', '<script>window.__xss = 1</script></main>');
    await route.fulfill({ response: answer, body: broken });
  });
  await page.goto('/about');
  await expect.poll(() => seen).toContain('script-src-elem inline');
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
});

test('a cached page is not sent again, and works under the policy of the first response', async ({
  page,
}) => {
  const seen = await watchForScripts(page, consoleErrors(page));
  const statuses: number[] = [];
  page.on('response', async (response) => {
    // The browser reports 200 for a cached page, so the test counts the bytes on the wire.
    if (new URL(response.url()).pathname === '/about' && response.request().isNavigationRequest())
      statuses.push((await response.request().sizes()).responseBodySize);
  });
  // Until the page is compressed at the highest level; then it is sent once more.
  await expect.poll(async () => (await page.request.get('/about')).headers()['content-encoding']).toBe('br');
  for (const _ of [1, 2]) await open(page, '/about');
  await expect.poll(() => statuses.length).toBe(2);
  expect(statuses[0]).toBeGreaterThan(1000);
  expect(statuses[1]).toBe(0);
  expect(seen).toEqual([]);
});
