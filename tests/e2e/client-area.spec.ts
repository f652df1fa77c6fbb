import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { open, signIn, signInDemo } from './support/people.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

const DEMO = ['demo@example.com', 'Garden-gate-7'] as const;
const BOOKINGS = '/auth/get-user-bookings';

type Booking = {
  id: string;
  service_name: string;
  start_time: string;
  status: string;
  client_notes: unknown;
};

async function bookingsOf(page: Page): Promise<Booking[]> {
  return (await (await page.request.get(BOOKINGS)).json()) as Booking[];
}

/** A date in the practice's zone, formatted by the runtime and not by our own code. */
const inPractice = (instant: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', ...how }).format(new Date(instant));

const longDate = (instant: string): string =>
  inPractice(instant, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

test.describe('in a distant time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('a client views their overview and schedule', async ({ page }) => {
    const errors = consoleErrors(page);
    await signIn(page, ...DEMO);
    const bookings = await bookingsOf(page);
    const next = bookings.find(
      ({ status, start_time }) => status === 'CONFIRMED' && Date.parse(start_time) > Date.now(),
    )!;
    const nextTime = inPractice(next.start_time, { hour: 'numeric', minute: '2-digit' });

    await test.step('Overview', async () => {
      await expect(page.getByRole('heading', { name: 'Welcome, Maren Okafor', level: 1 })).toBeVisible();
      const first = page.getByRole('group', { name: 'Upcoming' }).getByRole('listitem').first();
      await expect(first).toContainText(next.service_name);
      const day = inPractice(next.start_time, { month: 'short', day: 'numeric' });
      await expect(first).toContainText(`${day}, ${nextTime}`);
    });

    await test.step('Schedule', async () => {
      await page.getByRole('link', { name: 'Schedule', exact: true }).click();
      const grid = page.getByRole('grid');
      await expect(grid).toBeVisible();
      const tall = await grid.evaluate((element) => element.getBoundingClientRect().height);
      expect(tall).toBeGreaterThanOrEqual(500);
      // With the keyboard: to the month of the next booking, then to its day.
      const name = longDate(next.start_time);
      const panel = page.getByRole('heading', { name, level: 2 });
      const day = grid.getByRole('button', { name: `${name}, 1 booking` });
      await tabTo(page, grid.locator('[aria-current="date"]'));
      for (let week = 0; week < 6 && !(await day.isVisible()); week++) await page.keyboard.press('PageDown');
      await day.focus();
      await page.keyboard.press('Enter');
      await expect(panel).toBeVisible();
      const entry = page.getByRole('listitem').filter({ hasText: 'CONFIRMED' });
      await expect(entry).toContainText(new RegExp(`${nextTime} - \\d{1,2}:\\d{2} [AP]M`));
      await expectAccessible(page);

      await page.emulateMedia({ media: 'print' });
      await expect(panel).toBeVisible();
      await expect(grid).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    });

    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of ['Journey', 'Schedule', 'Overview']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        name === 'Overview' ? 'Welcome, Maren Okafor' : name,
      );
      await expectNoSideScroll(page);
    }
    expect(errors).toEqual([]);
  });
});

test('a booking can be added to a calendar from a page that has been open for long', async ({
  page,
  context,
}) => {
  await signInDemo(page);
  const { start_time } = (await bookingsOf(page)).find(
    (each) => each.status === 'CONFIRMED' && Date.parse(each.start_time) > Date.now(),
  )!;
  await open(page, '/profile/schedule');
  const day = page.getByRole('button', { name: longDate(start_time) });
  if (!(await day.isVisible())) await page.getByRole('button', { name: 'Next month' }).click();
  await day.click();
  const link = page.getByRole('link', { name: /^Add to calendar/ }).first();
  await expect(link).toBeVisible();
  // After 15 minutes only the refresh token is left.
  await context.clearCookies({ name: /access$/ });
  const downloading = page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(await download.failure()).toBe(null);
  expect(download.suggestedFilename()).toBe('appointment.ics');
});

test('a note is written, left, resumed, and kept apart from another tab', async ({ page }) => {
  const errors = consoleErrors(page);
  await signInDemo(page);
  const booking = (await bookingsOf(page)).find(
    ({ service_name, status }) => service_name === 'Marma Session' && status === 'COMPLETED',
  )!;
  const store = (notes: string) =>
    page.request.patch(`/auth/update-user-notes?id=${booking.id}`, {
      data: { notes },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  expect((await store('')).ok()).toBe(true);

  await open(page, `/profile/journey?step=${booking.id}`);
  const dialog = page.getByRole('dialog', { name: 'Marma Session' });
  const editor = dialog.getByRole('textbox', { name: 'Your Reflections' });
  const add = dialog.getByRole('button', { name: 'Add Notes' });
  const save = dialog.getByRole('button', { name: 'Save Notes' });

  await test.step('writing with the keyboard', async () => {
    await expectTexts(dialog, 'Notes', 'none');
    await add.click();
    await expect(editor).toBeFocused();
    await expect(editor).toHaveAttribute('data-placeholder', 'Add your notes here...');
    expect(await editor.evaluate((element) => element.clientHeight)).toBeGreaterThanOrEqual(150);
    await expectTexts(dialog, 'Notes', 'writing');
    await page.keyboard.type('Shoulders are ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('lower');
    await expect(dialog.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    // Tab leaves the editor.
    await editor.focus();
    await page.keyboard.press('Tab');
    await expect(editor).not.toBeFocused();
  });

  await test.step('closing asks for confirmation; the draft survives the page', async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByText('Draft saved on this device')).toBeVisible();
    await page.reload();
    await expect(dialog.getByText('You have an unsaved draft.')).toBeVisible();
    await expect(dialog.getByText('No personal notes yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Continue writing' }).click();
    await expect(editor).toHaveText('Shoulders are lower');
    await expect(editor.locator('strong')).toHaveText('lower');
  });

  await test.step('pasted text loses its styles', async () => {
    await editor.press('End');
    await editor.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/html',
        '<span style="font-style:italic;color:red" onclick="x()"> today</span>',
      );
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(editor).toHaveText('Shoulders are lower today');
    await expect(editor.locator('em')).toHaveText(/today/);
    await expect(editor.locator('[style]')).toHaveCount(0);
  });

  await test.step('a link, and a failed save', async () => {
    await expect(save).toBeEnabled();
    await editor.press('End');
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    const address = dialog.getByLabel('Link address');
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await expect(dialog.getByText(/^A link begins with/)).toBeVisible();
    await address.fill('https://example.com/tea');
    await address.press('Enter');
    await expect(editor.locator('a')).toHaveAttribute('href', 'https://example.com/tea');
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    await editor.evaluate((element) => element.closest('.dialog-body')!.scrollTo(0, 0));
    await whileFailing(page, 'PATCH', '/auth/update-user-notes', async () => {
      await save.click();
      await expectTexts(dialog, 'Notes', 'save failed');
      await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
    });
    await page.setViewportSize(size);
    await save.click();
    await expectTexts(dialog, 'Notes', 'saved');
    await expect(dialog.locator('strong').first()).toHaveText('lower');
    await expect(dialog.getByRole('button', { name: 'Edit Notes' })).toBeFocused();
  });

  await test.step('a conflict with another tab', async () => {
    await dialog.getByRole('button', { name: 'Edit Notes' }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.type(' Mine.');
    expect((await store('Written elsewhere.')).ok()).toBe(true);
    await save.click();
    await expectTexts(dialog, 'Notes', 'changed elsewhere');
    await expect(dialog.getByRole('region', { name: 'The saved version' })).toContainText(
      'Written elsewhere.',
    );
    await expect(dialog.getByRole('region', { name: 'My version' })).toContainText('Mine.');
    await dialog.getByRole('button', { name: 'Save my version' }).click();
    await expectTexts(dialog, 'Notes', 'saved');
    await expect(dialog).toContainText('Mine.');
  });

  await test.step('Cancel goes back, and signing out asks first', async () => {
    await dialog.getByRole('button', { name: 'Edit Notes' }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.type(' Never sent.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Continue writing' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Maren Okafor' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out and lose your drafts?' })
      .getByRole('button', { name: 'Sign Out' })
      .click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Never sent.');
  });
  expect(errors).toEqual([]);
});
