import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUserBookings } from '#contract/client.calls.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import { publishedField } from '#server/bookings/sealed-fields.ts';
import { insertPost } from '#server/blog/draft-store.ts';
import { parseEnvironment } from '#server/runtime/config.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { readSecrets } from '#server/runtime/secrets.ts';
import { ensureTestBrowser, launchOptions } from '#scripts/lib/chromium.ts';
import { startApp } from '#scripts/lib/running-app.ts';
import { isFull, report, size } from '../support/profile.ts';
import { testDatabase } from '../support/database.ts';
import { harmIn, watchForScripts } from './support/watched-page.ts';
import { PAYLOADS } from '../support/xss-payloads.ts';

// A site of its own in which every text of the database is a payload, past every check of the server: the pages alone
// have to see to it.
const { db, url } = await testDatabase({ max: 2 });
const app = await startApp({ env: { RATE_LIMIT_SCALE: '1000000', DATABASE_URL: url } });

const used = new Set<string>();
let next = 0;
/** The next payloads in turn, as many as a screen can bear; from a full run none is left out. */
function some(count: number): string {
  const words = Array.from({ length: count }, (_, n) => PAYLOADS[(next + n) % PAYLOADS.length]!);
  next += count;
  for (const word of words) used.add(word);
  return words.join(' ');
}
const PER_TEXT = size(4, 12);

let browser: Browser;
let page: Page;
let seen: string[];
const harm: string[] = [];
const visited = new Set<string>();
let opened = 0;
let clicks = 0;
beforeAll(async () => {
  await fillWithPayloads();
  browser = await chromium.launch(launchOptions(await ensureTestBrowser()));
  page = await browser.newPage({
    baseURL: app.baseUrl,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(20_000);
  page.setDefaultNavigationTimeout(60_000);
  seen = await watchForScripts(page);
});
afterAll(async () => {
  await browser?.close();
  await app.stop();
  const enough =
    visited.size === ROUTES.length && opened >= DIALOGS && (!isFull || used.size === PAYLOADS.length);
  report(
    'S7',
    '0 scripts run, 0 CSP violations on a crawl of every route and dialog',
    `${used.size} payloads in every text of the database, ${visited.size} addresses, ${clicks} clicks, ${opened} dialogs: ` +
      `${harm.length} ran or could run`,
    harm.length === 0 && enough,
  );
});

/** A document with payloads wherever one can hold something. */
function hostileDocument(): Delta {
  const words = some(size(20, PAYLOADS.length)).split(/ (?=\S)/);
  const bad = (n: number): string => words[n % words.length]!;
  return {
    ops: PAYLOADS.slice(0, size(30, PAYLOADS.length)).flatMap((payload, n) => [
      { insert: payload, attributes: { link: payload, [bad(n)]: bad(n) } },
      { insert: { image: payload }, attributes: { alt: payload, onerror: bad(n) } },
      { insert: { video: payload } },
      {
        insert: `${payload}\n`,
        attributes: n % 2 ? { list: 'bullet', style: bad(n) } : { blockquote: true },
      },
    ]),
  } as Delta;
}

async function fillWithPayloads(): Promise<void> {
  for (const { id, name, description } of await db
    .selectFrom('services')
    .select(['id', 'name', 'description'])
    .execute())
    await db
      .updateTable('services')
      .set({
        name: `${name} ${some(2)}`,
        description: `${description} ${some(PER_TEXT)}`,
        location_name: some(2),
      })
      .where('id', '=', id)
      .execute();
  for (const { id } of await db.selectFrom('bookings').select('id').execute())
    await db
      .updateTable('bookings')
      .set({ service_name: `Session ${some(2)}`, location_name: some(2) })
      .where('id', '=', id)
      .execute();
  for (const { form_id, version, content } of await db.selectFrom('form_versions').selectAll().execute()) {
    type Labelled = { sections: { title: string; questions: { label: string; options: string[] }[] }[] };
    const changed = structuredClone(content) as unknown as Labelled;
    for (const section of changed.sections) {
      section.title = `${section.title} ${some(2)}`;
      for (const question of section.questions) question.label = `${question.label} ${some(1)}`;
    }
    await db
      .updateTable('form_versions')
      .set({ content: JSON.stringify(changed), name: `Form ${some(1)}`, description: some(PER_TEXT) })
      .where('form_id', '=', form_id)
      .where('version', '=', version)
      .execute();
  }
  await insertPost(db, {
    slug: 'hostile',
    title: some(3),
    description: some(PER_TEXT),
    author: some(1),
    publish_date: new Date(),
    hero_image_url: '/art/blog-ginger.svg',
    hero_alt: some(PER_TEXT),
    og_image_url: null,
    categories: PAYLOADS.slice(0, PER_TEXT),
    content: hostileDocument(),
  });
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'demo@example.com')
    .executeTakeFirstOrThrow();
  const address = {
    street_number: some(1),
    route: some(1),
    subpremise: some(1),
    city: some(1),
    state: 'OR',
    zip_code: '97214',
  };
  await db
    .updateTable('users')
    .set({ first_name: some(1), last_name: some(1), pronouns: some(1), address: JSON.stringify(address) })
    .where('id', '=', user.id)
    .execute();
  // Sealed as the app would, but never looked at by it.
  const parsed = parseEnvironment({ DATA_DIR: app.dataDir, SANDBOX: '1' });
  if (!parsed.ok) throw new Error(parsed.errors.join());
  const key = await createKeyring(readSecrets(parsed.env).master_key).keyOf(db, user.id, new Date());
  const past = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', user.id)
    .where('status', '=', 'COMPLETED')
    .execute();
  for (const { id } of past)
    await db
      .updateTable('bookings')
      .set({ published_recommendations: key.seal(publishedField(id), JSON.stringify(hostileDocument())) })
      .where('id', '=', id)
      .execute();
}

const bad = encodeURIComponent(`"><img src=x onerror=alert(__xss=1)>`);
const evil = encodeURIComponent('javascript:alert(__xss=1)');
/** Every address of src/web/routes.ts, and those that read something from their own address. */
const ROUTES: readonly string[] = [
  '/',
  '/about',
  '/blog',
  '/blog/:post',
  `/blog/${bad}`,
  '/events',
  '/store',
  '/community',
  '/community-services',
  '/faq',
  '/wellness-services',
  `/wellness-services?category=${bad}&type=${bad}&service=${bad}`,
  '/cart',
  `/checkout/success?session_id=${bad}`,
  `/checkout/cancel?session_id=${bad}`,
  '/sign-in',
  `/sign-in?next=${evil}&redirect=${evil}&from=${evil}&email=${bad}`,
  '/sign-up',
  `/forgot-password?email=${bad}`,
  `/claim?key=${bad}#key=${bad}`,
  `/visit/${bad}`,
  `/join/${bad}`,
  '/create-account',
  '/profile',
  '/profile/schedule',
  '/profile/journey',
  `/profile/journey?booking=${bad}&tab=${bad}`,
  '/profile/forms',
  '/profile/messages',
  '/profile/settings',
  `/${bad}`,
];

async function expectNoHarm(where: string): Promise<void> {
  const found = [...(await harmIn(page)), ...seen.splice(0)].map((what) => `${where}: ${what}`);
  harm.push(...found);
  expect(found).toEqual([]);
}
async function visit(path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-hydrated]').waitFor();
  if (isFull) await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
}
/** What would end the crawl, or take what the next page is to show. */
const NEVER = /sign out|delete|log out|download|place|pay|reserve|book & pay|checkout/i;

const BUTTONS = 'button:visible, summary:visible, [role="tab"]:visible';
const DIALOG_BUTTONS = '[aria-haspopup="dialog"]:visible, .stretched:visible';
/** Dialogs to be opened at least, for the crawl to have shown anything. */
const DIALOGS = size(3, 12);

const dialogAfter = (before: number): Promise<void> =>
  page
    .locator('dialog[open]')
    .nth(before)
    .waitFor({ timeout: 3000 })
    .catch(() => undefined);

/** Clicks what a page offers, and what the dialogs that open offer. */
async function clickThrough(path: string, depth: number, most: number): Promise<void> {
  const scope = depth === 0 ? page.locator('main, header') : page.locator('dialog[open]').last();
  const offers = scope.locator(depth === 0 && !isFull ? DIALOG_BUTTONS : BUTTONS);
  // A page that is still loading has no buttons yet. A page without buttons costs this wait once.
  if (depth === 0 && !isFull)
    await offers
      .first()
      .waitFor({ timeout: 3000 })
      .catch(() => undefined);
  const count = Math.min(await offers.count(), most);
  for (let at = 0; at < count; at++) {
    const offer = offers.nth(at);
    const name = (await offer.innerText({ timeout: 2000 }).catch(() => 'delete')).slice(0, 60);
    const label = (await offer.getAttribute('aria-label', { timeout: 2000 }).catch(() => '')) ?? '';
    if (NEVER.test(name) || NEVER.test(label)) continue;
    const before = await page.locator('dialog[open]').count();
    const clicked = await offer.click({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (!clicked) continue;
    clicks++;
    if (isFull) await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
    else if (depth === 0) await dialogAfter(before);
    await expectNoHarm(`${path}, ${name}`);
    const dialogs = await page.locator('dialog[open]').count();
    if (dialogs > before) {
      opened++;
      if (depth < 2) await clickThrough(`${path}, ${name}`, depth + 1, size(1, 8));
      await page.keyboard.press('Escape');
      if ((await page.locator('dialog[open]').count()) > before) await visit(new URL(page.url()).pathname);
    }
    if (depth > 0 && (await page.locator('dialog[open]').count()) === 0) return;
    if (depth === 0 && !page.url().endsWith(path)) await visit(path);
  }
}

it('S7 control: the crawl detects a page that runs a payload', async () => {
  await visit('/about');
  await page.evaluate(
    (html) => document.querySelector('main')!.insertAdjacentHTML('beforeend', html),
    '<img src=x onerror=alert(__xss=1)>',
  );
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  expect((await harmIn(page)).length).toBeGreaterThan(0);
  seen.length = 0;
});

it(
  'S7: no payload runs on any page or in any dialog, for a visitor and for a client',
  { timeout: 1_500_000 },
  async () => {
    const { slug } = await db
      .selectFrom('posts')
      .select('slug')
      .orderBy('publish_date', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const who of ['visitor', 'client']) {
      if (who === 'client') {
        const answer = await page.request.post('/sign-in', {
          headers: { 'sec-fetch-site': 'same-origin' },
          data: { username: 'demo@example.com', password: 'Garden-gate-7' },
        });
        expect(answer.status()).toBe(200);
        const bookings = (await (await page.request.get(getUserBookings.path)).json()) as Booking[];
        expect(bookings.some(({ published_recommendations }) => published_recommendations !== null)).toBe(
          true,
        );
      }
      for (const route of ROUTES) {
        // A page that a visitor may not see redirects to the sign-in page, which has a test of its own.
        if (who === 'visitor' && route.startsWith('/profile')) continue;
        // A short run visits the client's own pages and what can be booked; the others are the same for both.
        if (who === 'client' && !isFull && !/^\/(?:profile|wellness-services|cart)/.test(route)) continue;
        const path = route.replace(':post', slug);
        await visit(path);
        visited.add(route);
        await expectNoHarm(`${who} at ${path}`);
        if (who === 'client' || isFull) await clickThrough(path, 0, size(1, 12));
      }
    }
    expect(harm).toEqual([]);
    expect([visited.size, opened >= DIALOGS]).toEqual([ROUTES.length, true]);
    if (isFull) expect(used.size).toBe(PAYLOADS.length);
  },
);
