import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import type { ClientList } from '#contract/clients.schemas.ts';
import type { staffPosts } from '#contract/staff.calls.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
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
  const list = await page.request.get('/api/staff/posts');
  const { posts } = (await list.json()) as OutputOf<typeof staffPosts>;
  const paths = [
    '/staff',
    ...['day', '3days', 'week', 'month', 'list'].map((view) => `/staff/calendar?view=${view}`),
    `/staff/bookings/${ids[0]}`,
    `/staff/classes/${service_id}/${start_time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    '/staff/book',
    '/staff/clients',
    `/staff/clients/${client!.id}?tab=notes`,
    `/staff/bookings/${ids[0]}/notes`,
    '/staff/posts',
    `/staff/posts/${posts[0]!.id}`,
    '/staff/notes',
    '/staff/money',
    '/staff/audit',
    '/staff/security',
  ];
  return { page, paths };
}

/** What a screen is asked once it is loaded; each leaves it as it was. */
const QUESTIONS: Readonly<Record<string, (page: Page, devtools: CDPSession) => Promise<void>>> = {
  'with reduced motion nothing moves': async (page) => {
    expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
    expect(await page.evaluate(findMoving), 'animations').toEqual([]);
  },
  'with forced colours, what is a control, what is chosen, and each session can be told apart': async (
    page,
  ) => {
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    expect(await page.evaluate(findUnclear)).toEqual([]);
    await page.emulateMedia({ forcedColors: null });
  },
  'with text at 200 % it keeps its width, and no button cuts its label': async (page) => {
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
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  },
  'in a window of 1280 x 800 at 200 % it can be read and scrolled': async (page, devtools) => {
    const zoomTo = (width: number, height: number, deviceScaleFactor: number) =>
      devtools.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor,
        mobile: false,
      });
    await zoomTo(640, 400, 2);
    await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([640, 2]);
    await expectNoSideScroll(page);
    const dialog = page.getByRole('dialog');
    if ((await dialog.count()) > 0) await expect(dialog).toBeInViewport({ ratio: 0.99 });
    await zoomTo(1280, 720, 1);
  },
};

/** Runs in the page. */
const findMoving = (): string[] =>
  document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 10)
    .map((animation) => (animation as CSSAnimation).animationName);

/** Runs in the page: controls without an edge, and what is chosen but looks like the others. */
function findUnclear(): string[] {
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
}

test('every staff screen, and the sheet that cancels, adapt to what is set in the system', async ({
  context,
  baseURL,
}) => {
  const { page, paths } = await screensOf(context, baseURL!);
  const devtools = await context.newCDPSession(page);
  const ask = async () => {
    for (const [question, check] of Object.entries(QUESTIONS))
      await test.step(question, () => check(page, devtools));
  };
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      await ask();
      if (!/\/bookings\/[^/]+$/.test(path)) return;
      await page.getByRole('button', { name: 'Cancel…' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Not now' })).toBeVisible();
      await ask();
      await page.keyboard.press('Escape');
    });
});
