import { NO_PUBLISH_DATE } from '#domain/blog-dates.ts';
import { parseNotes } from '#domain/notes.ts';
import type { Blog } from '#contract/blog.schemas.ts';
import type { Delta } from '#contract/bookings.schemas.ts';
import type { PostRow } from './store.ts';

/** Converts a post to the wire (product.md §3.12). Normalises its document, because a row may have any form of it. */
export function presentPost(row: PostRow): Blog {
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
