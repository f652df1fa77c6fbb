import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import type { ClientList } from '#contract/clients.schemas.ts';
import { addDays } from '#domain/calendar.ts';
import { localDateOf } from '#domain/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { newOwnerEmail, runOwnerCommand, setUpPathIn } from './support/owner.ts';
import { hydrated } from './support/people.ts';
import { clientWithVisits, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

// What a member of staff sets in the system: the size of text, fewer movements, colours of their own.

test.beforeEach(() => needsAppDatabase());

/** Every screen; those in front of the sign-in come first. */
async function screensOf(context: BrowserContext, baseURL: string): Promise<{ page: Page; paths: string[] }> {
  const page = await context.newPage();
  const front = ['/staff/sign-in', setUpPathIn(runOwnerCommand('add', newOwnerEmail(), 'Asha Rao'))];
  const person = { first_name: 'Philippa', last_name: 'Montgomery-Featherstonehaugh' };
  const { email, ids } = await clientWithVisits(context, person, [{ minutes: 2 * 24 * 60 }]);
  await context.clearCookies();
  for (const path of front) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await signInOwner(context, baseURL, demoOwner.email, { unlocked: true });
  const found = await page.request.get(`/api/staff/clients?q=${encodeURIComponent(email)}`);
  const [client] = ((await found.json()) as ClientList).clients;
  const today = localDateOf(new Date(), practice.zone);
  const answer = await page.request.get(`/api/staff/calendar?from=${today}&to=${addDays(today, 14)}`);
  const { classes } = (await answer.json()) as CalendarAnswer;
  const { service_id, start_time } = classes.find(({ taken }) => taken > 0)!;
  const paths = [
    '/staff',
    ...['day', '3days', 'week', 'month', 'list'].map((view) => `/staff/calendar?view=${view}`),
    `/staff/bookings/${ids[0]}`,
    `/staff/classes/${service_id}/${start_time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    '/staff/book',
    '/staff/clients',
    `/staff/clients/${client!.id}?tab=notes`,
    `/staff/bookings/${ids[0]}/notes`,
    '/staff/audit',
    '/staff/security',
  ];
  return { page, paths };
}

/** Visits every screen, and the sheet that cancels. */
async function forEachScreen(
  context: BrowserContext,
  baseURL: string,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, paths } = await screensOf(context, baseURL);
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      await check(page);
      if (!/\/bookings\/[^/]+$/.test(path)) return;
      await page.getByRole('button', { name: 'Cancel…' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep booking' })).toBeVisible();
      await check(page);
      await page.keyboard.press('Escape');
    });
}

test.describe('in a window at 200 %', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('every staff screen can be read and scrolled', async ({ context, baseURL }) => {
    await forEachScreen(context, baseURL!, async (page) => {
      await expectNoSideScroll(page);
      const dialog = page.getByRole('dialog');
      if ((await dialog.count()) > 0) await expect(dialog).toBeInViewport({ ratio: 0.99 });
    });
  });
});

test('with text at 200 % every staff screen keeps its width, and no button cuts its label', async ({
  context,
  baseURL,
}) => {
  await forEachScreen(context, baseURL!, async (page) => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectNoSideScroll(page);
    const cut = await page
      .locator('.btn:visible')
      .evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent),
      );
    expect(cut, 'buttons whose label is cut').toEqual([]);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves on a staff screen', async ({ context, baseURL }) => {
    await forEachScreen(context, baseURL!, async (page) => {
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 10)
          .map((animation) => (animation as CSSAnimation).animationName),
      );
      expect(moving, 'animations').toEqual([]);
    });
  });
});

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('what is a control, what is chosen, and each session can be told apart', async ({
    context,
    baseURL,
  }) => {
    await forEachScreen(context, baseURL!, async (page) => {
      const problems = await page.evaluate(() => {
        const seen = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
        const all = (selector: string) => [...document.querySelectorAll(selector)].filter(seen);
        const hasEdge = (one: Element) => {
          const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
          return borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
        };
        const lookOf = (one: Element) => {
          const { backgroundColor, color, borderColor, outline, textDecorationLine, fontWeight } =
            getComputedStyle(one);
          const line = getComputedStyle(one, '::after').backgroundColor;
          return [backgroundColor, color, borderColor, outline, textDecorationLine, fontWeight, line].join();
        };
        const named = (one: Element) => `${one.className}: ${one.textContent.trim().slice(0, 30)}`;
        const without = all('.btn-primary, .btn-secondary, .btn-soft, .btn-danger, .input, .cal-block')
          .filter((one) => !hasEdge(one))
          .map((one) => `no edge: ${named(one)}`);
        const unclear = all('[aria-pressed="true"], [aria-selected="true"], nav [aria-current="page"]')
          .filter((one) => {
            const others = [...(one.parentElement?.children ?? [])].filter(
              (each) => each !== one && each.tagName === one.tagName && seen(each),
            );
            return others.length > 0 && others.every((each) => lookOf(each) === lookOf(one));
          })
          .map((one) => `looks like the others: ${named(one)}`);
        return [...without, ...unclear];
      });
      expect(problems).toEqual([]);
    });
  });
});
