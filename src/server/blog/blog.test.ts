import { describe, expect, test } from 'vitest';
import type { Blog } from '#contract/blog.schemas.ts';
import { testApp } from '#tests/support/app.ts';
import { insertPost } from './draft-store.ts';
import { xml } from './sitemap-and-feed.ts';

const { db, visit } = await testApp();
const post = {
  description: 'Two of one name',
  author: 'Nalini Brandt',
  publish_date: null,
  hero_image_url: '/art/blog-ginger.svg',
  hero_alt: '',
  og_image_url: null,
  categories: [],
  content: { ops: [{ insert: 'Words\n' }] },
};
const blogs = async () => (await visit('/get-blogs')).json<Blog[]>();

describe('GET /get-blogs', () => {
  test('newest first; a post without a date is the oldest', async () => {
    await insertPost(db, { ...post, slug: 'undated', title: 'Undated' });
    const all = await blogs();
    expect(all.at(-1)).toMatchObject({ title: 'Undated', publish_date: '0000-00-00 00:00:00' });
    const dates = all.map(({ publish_date }) => publish_date);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('a document is normalised, also one that was written directly to the database', async () => {
    const ops = [{ insert: 'x', attributes: { link: 'javascript:alert(1)' } }, { insert: { html: '<b>' } }];
    await db
      .updateTable('posts')
      .set({ content: JSON.stringify({ ops }) })
      .where('slug', '=', 'undated')
      .execute();
    const read = (await blogs()).find(({ url_path }) => url_path === 'undated');
    expect(read?.content).toEqual({ ops: [{ insert: 'x', attributes: { link: 'about:blank' } }] });
  });

  test.each([
    ['an object', { ops: [{ insert: 'Words\n' }] }, 'Words\n'],
    ['its JSON as a text', JSON.stringify({ ops: [{ insert: 'Words\n' }] }), 'Words\n'],
    ['a plain text', 'Words', 'Words'],
    ['JSON that breaks off', '{"ops":[{"ins', '{"ops":[{"ins'],
    ['nothing', null, undefined],
    ['a number', 7, undefined],
    ['ops that are none', { ops: 'Words' }, undefined],
  ])('content that is stored as %s is read', async (_, content, insert) => {
    await db
      .updateTable('posts')
      .set({ content: JSON.stringify(content) })
      .where('slug', '=', 'undated')
      .execute();
    const read = (await blogs()).find(({ url_path }) => url_path === 'undated');
    expect(read?.content).toEqual({ ops: insert === undefined ? [] : [{ insert }] });
  });
});

test('the Atom feed names every post and stays well-formed with any title', async () => {
  await insertPost(db, { ...post, slug: 'less-more', title: 'Less < more & "so" on\u0007' });
  const { headers, body } = await visit('/blog/feed.xml');
  expect(headers['content-type']).toContain('application/atom+xml');
  expect(body).toContain('<title>Less &lt; more &amp; &quot;so&quot; on</title>');
  expect(body.match(/<entry>/g)).toHaveLength((await blogs()).length);
  expect(body).toContain('http://localhost:3000/blog/less-more');
  const again = await visit('/blog/feed.xml', { 'if-none-match': String(headers['etag']) });
  expect(again.statusCode).toBe(304);
});

test('the site map lists pages and posts; robots.txt excludes private paths', async () => {
  const map = (await visit('/sitemap.xml')).body;
  expect(map).toContain('<loc>http://localhost:3000/wellness-services</loc>');
  for (const { url_path } of await blogs()) expect(map).toContain(`/blog/${url_path}</loc>`);
  expect(map).not.toContain('/profile');
  const robots = (await visit('/robots.txt')).body;
  for (const path of ['/profile', '/cart', '/checkout/']) expect(robots).toContain(`Disallow: ${path}`);
  expect(robots).toContain('Sitemap: http://localhost:3000/sitemap.xml');
});

test('XML drops characters that it does not allow', () => {
  expect(xml('a\u0000\uD800b \u{1F33F}')).toBe('ab \u{1F33F}');
});

test('a changed post is newer in the feed, the site map and the API', async () => {
  const slug = 'changed-later';
  const published = new Date('2026-01-05T00:00:00Z');
  await insertPost(db, { ...post, slug, title: 'Changed later', publish_date: published });
  const entry = async () =>
    (await visit('/blog/feed.xml')).body.split('<entry>').find((part) => part.includes(slug))!;
  expect(await entry()).toContain('<updated>2026-01-05T00:00:00.000Z</updated>');
  const updated_at = new Date('2037-02-07T08:00:00Z');
  await db.updateTable('posts').set({ updated_at }).where('slug', '=', slug).execute();
  expect(await entry()).toContain('<published>2026-01-05T00:00:00.000Z</published>');
  expect(await entry()).toContain('<updated>2037-02-07T08:00:00.000Z</updated>');
  const feedHead = (await visit('/blog/feed.xml')).body.split('<entry>')[0];
  expect(feedHead).toContain('<updated>2037-02-07T08:00:00.000Z</updated>');
  expect((await visit('/sitemap.xml')).body).toContain(`/blog/${slug}</loc><lastmod>2037-02-07</lastmod>`);
  const read = (await blogs()).find(({ url_path }) => url_path === slug);
  expect(read).toMatchObject({ updated_at: '2037-02-07T08:00:00.000Z' });
});
