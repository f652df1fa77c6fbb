import type { PostRow } from './store.ts';
import { practice } from '#content/public/practice.ts';

export const FEED_PATH = '/blog/feed.xml';
/** A feed needs a date for each entry; a post without a date is the oldest. */
const NO_DATE = new Date(0);

/** The time of the last significant change (RFC 4287 §4.2.15). */
const changedAt = ({ publish_date, updated_at }: PostRow) => updated_at ?? publish_date ?? NO_DATE;

/** Renders the blog as an Atom feed (RFC 4287). `posts` are newest first. */
export function atomFeed(posts: readonly PostRow[], site_url: string): string {
  const updated = new Date(Math.max(0, ...posts.map((post) => changedAt(post).getTime())));
  const entries = posts.map((post) => {
    const url = xml(`${site_url}/blog/${post.slug}`);
    const date = (post.publish_date ?? NO_DATE).toISOString();
    const categories = post.categories.map((category) => `    <category term="${xml(category)}"/>`);
    return [
      '  <entry>',
      `    <title>${xml(post.title)}</title>`,
      `    <id>urn:uuid:${post.id}</id>`,
      `    <link href="${url}"/>`,
      `    <published>${date}</published>`,
      `    <updated>${changedAt(post).toISOString()}</updated>`,
      `    <author><name>${xml(post.author)}</name></author>`,
      ...categories,
      `    <summary>${xml(post.description)}</summary>`,
      '  </entry>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <title>${xml(practice.name)}</title>`,
    `  <subtitle>Discover and explore various topics on healing.</subtitle>`,
    `  <id>${xml(`${site_url}/blog`)}</id>`,
    `  <link href="${xml(`${site_url}/blog`)}"/>`,
    `  <link rel="self" href="${xml(site_url + FEED_PATH)}"/>`,
    `  <updated>${updated.toISOString()}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an element or attribute. Drops characters that XML 1.0 does not allow. */
export function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML 1.0 does not allow these characters
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
  );
}

/** Pages for search engines, without those that only say 'Coming Soon.'. */
const PAGES = ['/', '/wellness-services', '/about', '/events', '/blog'];
/** Paths that search engines must not crawl: personal pages, and addresses that are not pages. */
const PRIVATE = ['/auth/', '/profile', '/cart', '/checkout/', '/create-account', '/calendar/', '/dev/'];

export function sitemap(posts: readonly PostRow[], site_url: string): string {
  const urls = [
    ...PAGES.map((path) => `  <url><loc>${xml(site_url + path)}</loc></url>`),
    ...posts.map(({ slug, publish_date, updated_at }) => {
      const changed = updated_at ?? publish_date;
      const date = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : '';
      return `  <url><loc>${xml(`${site_url}/blog/${slug}`)}</loc>${date}</url>`;
    }),
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

export function robots(site_url: string): string {
  const lines = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), ''];
  return [...lines, `Sitemap: ${site_url}/sitemap.xml`, ''].join('\n');
}
