import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/blog.schemas.ts';
import type { Blog } from '#contract/blog.schemas.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { keepRendered, publicAnswer, sendRendered } from '../http/public-answer.ts';
import { atomFeed, FEED_PATH, robots, sitemap } from './sitemap-and-feed.ts';
import { type PostRow, selectPosts } from './store.ts';
import { NO_PUBLISH_DATE } from '#domain/time/blog-dates.ts';
import { parseNotes } from '#domain/text/notes.ts';
import type { Delta } from '#contract/bookings.schemas.ts';

/** The blog, its feed, the sitemap and robots.txt (rules.md §8). */
export function blogRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  publicAnswer(app, deps, calls.getBlogs, schemas.getBlogs, async () =>
    (await selectPosts(db)).map(presentPost),
  );

  const feed = keepRendered(async () => atomFeed(await selectPosts(db), config.site_url));
  app.get(
    FEED_PATH,
    { schema: file('The blog as an Atom feed', 'application/atom+xml') },
    async (request, reply) =>
      sendRendered(request, reply, await feed(db), 'application/atom+xml; charset=utf-8'),
  );

  const map = keepRendered(async () => sitemap(await selectPosts(db), config.site_url));
  app.get(
    '/sitemap.xml',
    { schema: file('The pages for search engines', 'application/xml') },
    async (request, reply) => sendRendered(request, reply, await map(db), 'application/xml; charset=utf-8'),
  );

  app.get('/robots.txt', { schema: file('Rules for crawlers', 'text/plain') }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robots(config.site_url)),
  );
}

const file = (summary: string, media: string) =>
  describeRoute({ tag: 'public', summary, access: 'public', media, revalidated: true });

/** Converts a post to the wire (product.md §3.12). Normalises its document, because a row may have any form of it. */
function presentPost(row: PostRow): Blog {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    author: row.author,
    publish_date: row.publish_date?.toISOString() ?? NO_PUBLISH_DATE,
    ...(row.updated_at && { updated_at: row.updated_at.toISOString() }),
    hero_image_url: row.hero_image_url,
    hero_alt: row.hero_alt,
    og_image_url: row.og_image_url,
    categories: row.categories,
    url_path: row.slug,
    content: parseNotes(row.content) as Delta,
  };
}
