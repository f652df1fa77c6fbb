import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { hostileDocument } from '../attacks/support/hostile-document.ts';
import { hashesIn, hashOf } from '../support/page-policy.ts';
import { CODE, PAYLOADS } from '../support/xss-payloads.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectUnharmed, watchForHarm } from './support/harm.ts';
import { hydrated, open } from './support/people.ts';

/** A tag, an escape from a script, and an escape from an attribute: enough for texts that other pages show too. */
const BAD_TITLE = `</title></script><img src=x onerror=${CODE}>">`;

/** How many frames and drawings to test, of those that an attack is only attached to. */
const FEW = 12;

/**
 * Every attack in every place. If it is attached to the address of a real video or drawing, a few stand for all: hundreds
 * of frames and drawings would be slow, and tests/attacks/s07 tests each.
 */
function attacks() {
  const { ops } = hostileDocument();
  const isRich = ({ insert }: { insert: unknown }) =>
    /"(?:https:\/\/youtu\.be|\/art\/)/.test(JSON.stringify(insert));
  return { ops: [...ops.filter(isRich).slice(0, FEW), ...ops.filter((op) => !isRich(op))] };
}

type Slug = string;

/** While `work` runs, the blog has a post with all attacks that bypassed the validation of the server. */
async function withHostilePost(work: (slug: Slug, title: string) => Promise<void>): Promise<void> {
  const database = await appDatabase();
  const slug = `hostile-${randomUUID()}`;
  const title = `${BAD_TITLE} ${slug}`;
  try {
    await database.query(
      `insert into posts (slug, title, description, author, publish_date, hero_image_url, hero_alt, og_image_url,
                          categories, content)
       values ($1, $2, $3, $3, null, $4, $3, $4, $5, $6)`,
      [slug, title, PAYLOADS.join(' '), `x" onerror="${CODE}`, PAYLOADS, JSON.stringify(attacks())],
    );
    await work(slug, title);
  } finally {
    await database.query('delete from posts where slug = $1', [slug]);
    await database.end();
  }
}

/**
 * Parses HTML in the browser without running it, and lists every element that could run or load something and is not part
 * of the page itself, whose scripts and styles are all named in the response's policy.
 */
const dangersIn = (page: Page, html: string, policy: string): Promise<string[]> => {
  const allowed = hashesIn(policy);
  // Removes the page's own styles first, because the policy of the parsing page would report them.
  const unstyled = html.replaceAll(/<style>([^]*?)<\/style>/g, (element, css: string) =>
    allowed.styles.includes(hashOf(css)) ? '' : element,
  );
  return page.evaluate(
    async ([text, hashes]) => {
      const own = new Set<Element>();
      const read = new DOMParser().parseFromString(text, 'text/html');
      for (const script of read.querySelectorAll('script')) {
        const bytes = new TextEncoder().encode(script.textContent ?? '');
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        if (hashes.includes(`sha256-${btoa(String.fromCodePoint(...digest))}`)) own.add(script);
      }
      // Structured data for search engines is not a script, as long as nothing in it can close the element.
      const isData = (element: Element) =>
        element.getAttribute('type') === 'application/ld+json' && !/[<>]/.test(element.textContent ?? '');
      const dangers = [...read.querySelectorAll('*')].filter((element) => {
        const tag = element.localName;
        const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
        const runs = /^(?:javascript|vbscript|data):/i.test(
          // oxlint-disable-next-line no-control-regex -- a browser leaves these out before it reads the scheme
          address.replace(/[\u0000-\u0020]/g, ''),
        );
        return (
          [...element.attributes].some(({ name }) => name.startsWith('on') || name === 'srcdoc') ||
          (runs && !address.startsWith('data:image/')) ||
          (tag === 'script' && !own.has(element) && !isData(element)) ||
          (tag === 'iframe' && !/^https:\/\/www\.youtube\.com\/embed\/[\w-]+$/.test(address)) ||
          (tag === 'meta' && /refresh/i.test(element.getAttribute('http-equiv') ?? '')) ||
          ['base', 'object', 'embed', 'applet', 'math', 'form', 'details', 'style'].includes(tag) ||
          // The site's own element is at the top; one from a post would be in the middle of the page.
          (tag === 'noscript' && element.parentElement !== read.body)
        );
      });
      return dangers.map(({ outerHTML }) => outerHTML.slice(0, 200));
    },
    [unstyled, allowed.scripts] as const,
  );
};

test('S7: a post with all attacks is inert, in the server markup and in the browser', async ({ page }) => {
  needsAppDatabase();
  const seen = await watchForHarm(page);
  // Hundreds of addresses that are not pictures: the test only checks that they are requested.
  // The same holds for videos of the two allowed hosts.
  await page.route(/youtube\.com/, (route) => route.fulfill({ body: '' }));
  await page.route(
    (url) => !url.pathname.startsWith('/art/'),
    (route) =>
      route.request().resourceType() === 'image' ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await open(page, '/');

  await withHostilePost(async (slug, title) => {
    await test.step('in the server markup', async () => {
      for (const path of [`/blog/${slug}`, `/blog?all=${slug}`]) {
        const answer = await page.request.get(path);
        expect([path, answer.status()]).toEqual([path, 200]);
        const html = await answer.text();
        expect(html).toContain(slug);
        const policy = answer.headers()['content-security-policy'] ?? '';
        expect(await dangersIn(page, html, policy)).toEqual([]);
        // Control: a script that the policy does not name is reported.
        const broken = html.replace('</main>', '<script>alert(1)</script></main>');
        expect(await dangersIn(page, broken, policy)).toEqual(['<script>alert(1)</script>']);
        // None of them is there unescaped, in any text, attribute or script state.
        const raw = PAYLOADS.filter((bad) => /<[a-z/]/i.test(bad) && html.includes(bad));
        expect(raw).toEqual([]);
      }
      const state = await page.request.get(`/blog/${slug}.data`);
      expect(state.status()).toBe(200);
      expect(state.headers()['content-type']).toMatch(/^text\/x-script/);
      expect(state.headers()['x-content-type-options']).toBe('nosniff');
    });

    await test.step('in the browser', async () => {
      await open(page, `/blog/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveCount(
        PAYLOADS.length,
      );
      await expect(page.getByRole('article')).toContainText(PAYLOADS.at(-1)!);
      // Loads lazy content too.
      await page.evaluate(() => {
        for (const lazy of document.querySelectorAll<HTMLImageElement | HTMLIFrameElement>('[loading]'))
          lazy.loading = 'eager';
      });
      await expect
        .poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete)))
        .toBe(true);
      await expectUnharmed(page);
      // All of them are shown as text.
      const words = await page.getByRole('article').innerText();
      expect(words).toContain(`<img src=x onerror=${CODE}>`);
    });

    await test.step('after client-side navigation', async () => {
      await open(page, `/blog?all=${slug}`);
      await page.getByRole('link', { name: title }).first().click();
      await expect(page).toHaveURL(`/blog/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await hydrated(page);
      await expectUnharmed(page);
    });
  });
  expect(seen).toEqual([]);
});
