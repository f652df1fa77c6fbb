import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { cancelBooking } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { whileFailing } from './support/fail-calls.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits, comeBack } from './support/visits.ts';

const app = await testApp();

const TODAY = 'Monday 2 March';
/** '6 sessions, 1 class · 9:00 AM to 5:30 PM', and the zone. */
const summary = (page: Page) => page.locator('.day-sum');

test('Today shows the day: sessions, tomorrow, and what needs attention', async () => {
  const page = await staffBrowser(app);
  await clientWithVisits(app, { first_name: 'Edda', last_name: 'Holm' }, [{ minutes: 18 * 60 }]);
  await openStaff(page, '', TODAY);
  await expect.poll(() => document.title).toBe(`Today · ${practice.name}`);
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  await expect(attention.getByRole('link', { name: 'Open booking' }).first()).toBeVisible();
  const tomorrow = page.getByRole('region', { name: 'Tomorrow' });
  await expect(tomorrow.getByRole('link', { name: 'Edda H.' })).toBeVisible();
  await page.getByRole('link', { name: /^Day after/ }).click();
  await expect(page).toHaveURL('/staff?date=2026-03-03');
  await expect(summary(page)).toContainText('3 sessions, 1 class · 3:00 AM to 4:00 PM');
  await expect(page.getByRole('heading', { level: 3, name: 'Edda Holm' })).toBeVisible();
  // On paper.
  await expect(page.locator('.day-sheet tr').filter({ hasText: 'Edda Holm' })).toContainText('Balance $85');
  await expectAccessible(page);
});

test('an arrival is recorded with the button, and with A in the list', async () => {
  const page = await staffBrowser(app);
  await clientWithVisits(app, { first_name: 'Anouk', last_name: 'Fen' }, [{ minutes: 60 }, { minutes: 61 }]);
  await openStaff(page, '', TODAY);
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: 'Anouk Fen' }) });
  const first = rows.nth(0);
  await first.getByRole('button', { name: 'Arrived' }).first().click();
  await expect(first.getByText('Arrived 9:00 AM', { exact: true })).toBeVisible();
  await expect(first.getByRole('link', { name: 'Anouk Fen' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const second = rows.nth(1);
  await second.getByRole('link', { name: 'Anouk Fen' }).focus();
  await page.keyboard.press('a');
  await expect(second.getByText('Arrived 9:00 AM', { exact: true })).toBeVisible();
});

test('what needs attention is snoozed, dismissed, or answered where it stands', async () => {
  const own = await testApp();
  const page = await staffBrowser(own);
  const [noted_at, refund_at] = [own.clock.now(), new Date(own.clock.now().getTime() + 3_600_000)];
  const payment = { session_id: 'cs_lost', checkout_id: randomUUID(), amount_cents: 7713, currency: 'usd' };
  await own.db
    .insertInto('unmatched_payments')
    .values([
      { ...payment, noted_at, refund_at, attempts: 0 },
      { ...payment, session_id: 'cs_begun', noted_at, refund_at, attempts: 1 },
    ])
    .execute();
  for (const first_name of ['Imogen', 'Tilda'])
    await clientWithVisits(own, { first_name, last_name: 'Vale' }, [{ minutes: 18 * 60 }]);
  await openStaff(page, '', TODAY);
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  const fold = page.getByRole('button', { name: /^Needs attention/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  const itemOf = (name: string) => attention.getByRole('listitem').filter({ hasText: name });
  await expect(itemOf('Imogen')).toHaveCount(1);
  await expectAccessible(page);
  await itemOf('Imogen').getByRole('button', { name: 'Snooze a day' }).click();
  await expect(itemOf('Imogen')).toHaveCount(0);
  await itemOf('Tilda').getByRole('button', { name: 'Dismiss' }).click();
  await expect(itemOf('Tilda')).toHaveCount(0);
  // Once its refund has begun, a payment can no longer be kept.
  await expect(itemOf('The site is refunding it.').getByRole('button')).toHaveText(['What was chosen']);
  await own.db.deleteFrom('unmatched_payments').where('attempts', '=', 1).execute();
  const kept = itemOf('The site refunds it at 10:00 AM, unless you keep it');
  await expect(kept.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await kept.getByRole('button', { name: 'Keep it' }).click();
  await expect(kept).toHaveCount(0);
  comeBack();
  await expect(itemOf('A payment')).toHaveCount(0);
  // The forms of a client of the sample.
  await attention.getByRole('button', { name: 'Dismiss' }).click();
  await expect(attention.getByRole('listitem')).toHaveCount(0);
  await page.reload();
  await expect(attention.getByText('Nothing needs you right now.')).toBeVisible();
});

test('what a client did is new until it is marked as seen', async () => {
  const own = await testApp();
  const { ids, client } = await clientWithVisits(own, { first_name: 'Rune', last_name: 'Dahl' }, [
    { minutes: 72 * 60 },
  ]);
  const page = await staffBrowser(own);
  await openStaff(page, '', TODAY);
  const news = page.getByRole('region', { name: 'What is new' });
  const seen = news.getByRole('button', { name: 'Mark all as seen' });
  // What clients of the sample have handed in.
  await expect(news.getByRole('listitem')).toHaveCount(7);
  await news.getByRole('button', { name: /^Show all \d+$/ }).click();
  await expect(news.getByRole('button', { name: 'Show 7' })).toBeVisible();
  await seen.click();
  await expect(news.getByText('Nothing new since you last looked.')).toBeVisible();
  await expect(news.getByRole('heading', { name: 'What is new' })).toBeFocused();
  await client.call(cancelBooking, { body: { id: ids[0]!, expected_cents: 0 } });
  comeBack();
  const item = news.getByRole('link', { name: 'Rune D. cancelled Marma Session, Thu 5 Mar, 9:00 AM.' });
  await expect(item).toHaveAttribute('href', `/staff/bookings/${ids[0]}`);
  await expectAccessible(page);
  await seen.click();
  await expect(news.getByText('Nothing new since you last looked.')).toBeVisible();
  await page.reload();
  await expect(news.getByText('Nothing new since you last looked.')).toBeVisible();
});

test('arrow keys move between sessions, Enter opens one and Esc closes its menu', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '?date=2026-03-04', 'Wednesday 4 March');
  const names = page.locator('[data-row-target]');
  await expect(names.nth(1)).toBeVisible();
  await names.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(names.first()).toBeFocused();
  const more = page.getByRole('button', { name: /^More for/ }).first();
  await more.click();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toBeHidden();
  await expect(more).toBeFocused();
  await names.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/(bookings|classes)\//);
});

test('from every screen the search leads to clients, days and screens', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '', TODAY);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('maren');
  const found = search.getByRole('link', { name: /^Maren / });
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/clients\/[\da-f-]{36}$/);
  await expect(page.getByRole('article', { name: /^Maren / })).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('8 dec');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/staff/calendar?view=day&date=2025-12-08');
});

test('a day without bookings says so and leads to the week', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '?date=2026-02-30', TODAY);
  await openStaff(page, '?date=2026-06-06', 'Saturday 6 June');
  await expect(page.getByText('Nobody is booked on Sat 6 Jun.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the week' })).toHaveAttribute(
    'href',
    '/staff/calendar?view=week&date=2026-06-06',
  );
  await expectAccessible(page);
});

test('after a failed load what is shown stays, with its time', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '', TODAY);
  await expect(summary(page)).toContainText('Times in PST');
  const old = page.getByText('Couldn’t refresh this. This is as of 9:00 AM.');
  await whileFailing(page, 'GET', '/api/staff/today', async () => {
    comeBack();
    await expect(old).toBeVisible();
    await expect(summary(page)).toContainText('Times in PST');
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(old).toHaveCount(0);
});

test('a first load that fails offers to try again', async () => {
  const page = await staffBrowser(app);
  await whileFailing(page, 'GET', '/api/staff/today', async () => {
    await page.goto('/staff');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(summary(page)).toContainText('Times in PST');
});

test('the next client is a card with the acts for the door; the rest of the day lies around now', async () => {
  const page = await staffBrowser(app);
  const address = {
    street_number: '901',
    route: 'SE Morrison Street',
    subpremise: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  };
  await clientWithVisits(app, { first_name: 'Wilhelmina', last_name: 'Featherstonehaugh' }, [
    { minutes: -280, length: 30 },
    { minutes: -170, length: 400 },
    { minutes: 150, length: 60, address },
  ]);
  await openStaff(page, '', TODAY);
  const name = 'Wilhelmina Featherstonehaugh';
  const next = page.locator('.is-next', { hasText: name });
  await expect(next.getByText('now', { exact: true }).first()).toBeVisible();
  await expect(next.getByRole('button', { name: 'Arrived' })).toBeVisible();
  await expect(next.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15035550142');
  await expect(next.getByRole('link', { name: 'Open' })).toBeVisible();
  const rows = page.getByRole('list', { name: TODAY }).getByRole('listitem');
  const texts = rows.elements().map(({ textContent }) => textContent);
  const now = texts.indexOf('Now, 9:00 AM');
  const own = texts.flatMap((text, at) => (text.includes(name) ? [at] : []));
  expect(own[0], 'the first visit is over').toBeLessThan(now);
  expect(own[1], 'the present one has begun').toBeLessThan(now);
  expect(own[2], 'the next one is to come').toBeGreaterThan(now);

  const houseCall = rows.filter({ hasText: '901 SE Morrison Street' });
  await expect(houseCall.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    /901%20SE%20Morrison/,
  );
  // A visit that has begun needs no reminder.
  await expectCopied(next, 'Hello Wilhelmina. Nalini, Sattva & Sage');
  await houseCall.getByRole('button', { name: /^More for/ }).click();
  const where = '901 SE Morrison Street, Portland, OR 97214';
  await expectCopied(
    houseCall,
    `Hello Wilhelmina. A reminder of your visit on Mon 2 Mar, 11:30 AM, ${where}. Nalini, Sattva & Sage`,
  );
  await expectAccessible(page);

  async function expectCopied(place: Locator, text: string): Promise<void> {
    await place.getByRole('button', { name: 'Copy text to Wilhelmina' }).click();
    await expect.poll(() => navigator.clipboard.readText()).toBe(text);
  }
});
