import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  staffCreatePost,
  staffPublishPost,
  staffSavePost,
  staffUnpublishPost,
} from '#contract/staff.calls.ts';
import { builtPages } from '#server/pages/serve-pages.ts';
import { PUBLIC_ROWS } from '../attacks/support/public-routes.ts';
import type { Belongings } from '../attacks/support/belongings.ts';
import { testApp } from '../support/app.ts';
import { VISITORS_PAGES } from '../support/pages.ts';

// The pages as they are built: `npm test` builds them first.
const pages = builtPages(join(import.meta.dirname, '../../build'));
const site = await testApp({ pages });
const staff = await site.signInStaff();

const CANARY = 'zorvakdraft';
const FIELDS = {
  title: `${CANARY} title`,
  description: `${CANARY} sentence`,
  hero_image_url: '/art/blog-ginger.svg',
  hero_alt: `${CANARY} picture`,
  categories: [`${CANARY} topic`],
  content: `${CANARY} text`,
};
const SLUG = `${CANARY}-title`;
const calls = PUBLIC_ROWS.filter(({ route, access }) => access === 'public' && route.startsWith('GET '));
const addresses = [
  ...calls.map(({ ask }) => ask({} as Belongings).url as string),
  ...[...VISITORS_PAGES, `/blog/${SLUG}`, `/blog?all=${SLUG}`].flatMap((page) => [
    page,
    `${page === '/' ? '/_root' : page.replace(/(?=\?|$)/, '.data')}`,
  ]),
];

/** The public addresses whose answer has a word of the post. */
async function seenAt(): Promise<string[]> {
  site.clock.advance(15_000);
  const seen: string[] = [];
  for (const url of addresses) {
    const { body, statusCode } = await site.visit(url);
    // A page for a wrong address repeats it.
    const words = url.includes(SLUG) && statusCode === 404 ? body.replaceAll(SLUG, '') : body;
    if (words.includes(CANARY)) seen.push(url);
  }
  return seen;
}

it('a draft is on no public call, page, feed or site map: before it is published, while it is planned, and afterwards', async () => {
  const { id } = (await staff.call(staffCreatePost, { body: { action_id: randomUUID() } })).json;
  const params = { id };
  const saved = await staff.call(staffSavePost, { params, body: { version: 1, ...FIELDS } });
  const { version } = saved.json;
  const publish = (at: { date: string; time: string } | null) =>
    staff.call(staffPublishPost, { params, body: { action_id: randomUUID(), version, at } });
  expect(await seenAt()).toEqual([]);
  expect((await publish({ date: '2026-12-24', time: '08:00' })).status).toBe(200);
  expect(await seenAt()).toEqual([]);

  expect((await publish(null)).status).toBe(200);
  expect(await seenAt()).toEqual(
    expect.arrayContaining(['/get-blogs', '/blog/feed.xml', '/sitemap.xml', '/blog', `/blog/${SLUG}`]),
  );
  const typed = { version, ...FIELDS, title: 'zorvaklater' };
  await staff.call(staffSavePost, { params, body: typed });
  expect((await site.visit(`/blog/${SLUG}`)).body).not.toContain('zorvaklater');

  await staff.call(staffUnpublishPost, { params, body: { action_id: randomUUID() } });
  expect(await seenAt()).toEqual([]);
  expect((await site.visit(`/blog/${SLUG}`)).statusCode).toBe(404);
});
