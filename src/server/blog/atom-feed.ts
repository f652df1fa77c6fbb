import { practice } from '#content/public/practice.ts';
import type { PostRow } from './store.ts';
import { xml } from './xml.ts';

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
