import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildApp, createServer } from '#server/app.ts';
import { createJobLoop } from '#server/jobs/loop.ts';
import { createMetrics } from '#server/runtime/metrics.ts';
import { builtPages } from '#server/pages/serve-pages.ts';
import { testApp } from '../support/app.ts';

// The pages as they are built: `npm test` builds them first.
const pages = builtPages(join(import.meta.dirname, '../../build'));
const site = await testApp({ pages });
const { db } = site.deps;

/** Another process of the same site: it shares nothing but the database. */
const other = createServer({ trustProxy: false, logger: false });
await buildApp(
  other,
  { ...site.deps, metrics: createMetrics() },
  { jobs: createJobLoop([], site.deps), migrated: () => Promise.resolve(true), pages },
);
afterAll(() => other.close());

const post = await db.selectFrom('posts').select('slug').limit(1).executeTakeFirstOrThrow();
const service = await db
  .selectFrom('services')
  .select('id')
  .where('scheduling_type', '=', 'SCHEDULED')
  .limit(1)
  .executeTakeFirstOrThrow();
const event = await db
  .selectFrom('events')
  .select('id')
  .where('start_time', '>', site.clock.now())
  .orderBy('start_time')
  .limit(1)
  .executeTakeFirstOrThrow();
const CHANGES: [what: string, path: string, change: (text: string) => Promise<unknown>][] = [
  [
    'post',
    '/blog',
    (title) => db.updateTable('posts').set({ title }).where('slug', '=', post.slug).execute(),
  ],
  [
    'post, on its own page',
    `/blog/${post.slug}`,
    (title) => db.updateTable('posts').set({ title }).where('slug', '=', post.slug).execute(),
  ],
  [
    'service',
    '/wellness-services',
    (name) => db.updateTable('services').set({ name }).where('id', '=', service.id).execute(),
  ],
  [
    'event',
    '/events',
    (title) => db.updateTable('events').set({ title }).where('id', '=', event.id).execute(),
  ],
];

it.each(CHANGES)(
  'a changed %s changes the page and its ETag within a second, in every process',
  async (...of) => {
    const [what, path, change] = of;
    for (const app of [site.app, other]) {
      const tag = `"${what} ${Math.random()}"`.replaceAll('"', '');
      const before = await app.inject(path);
      expect((await app.inject(path)).headers['etag']).toBe(before.headers['etag']);
      await change(tag);
      site.clock.advance(1000);
      const after = await app.inject({
        url: path,
        headers: { 'if-none-match': String(before.headers['etag']) },
      });
      expect([after.statusCode, after.body.includes(tag)]).toEqual([200, true]);
      expect(after.headers['etag']).not.toBe(before.headers['etag']);
    }
  },
);
