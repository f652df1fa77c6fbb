import { normaliseDelta, type Delta } from '#domain/notes.ts';
import { slugOf } from '#domain/slug.ts';
import type { Db } from '../db/pool.ts';

type NewPost = {
  title: string;
  description: string;
  author: string;
  publish_date: Date | null;
  hero_image_url: string;
  hero_alt: string;
  og_image_url: string | null;
  categories: string[];
  content: Delta;
};

/** More posts with one title are a mistake. */
const MAX_SAME_TITLE = 100;

/**
 * Saves a post under the slug of its title and returns the slug. A second post with the same title gets '-2', and so on
 * (rules.md §8: unique per post at save time). Normalises the document. Throws after MAX_SAME_TITLE posts.
 */
export async function savePost(db: Db, post: NewPost): Promise<string> {
  const base = slugOf(post.title) || 'post';
  for (let copy = 1; copy <= MAX_SAME_TITLE; copy += 1) {
    const slug = copy === 1 ? base : `${base}-${copy}`;
    const saved = await db
      .insertInto('posts')
      .values({ ...post, slug, content: JSON.stringify(normaliseDelta(post.content, 'ARTICLE')) })
      .onConflict((conflict) => conflict.constraint('one_post_per_slug').doNothing())
      .returning('slug')
      .executeTakeFirst();
    if (saved) return saved.slug;
  }
  throw new Error(`There are ${MAX_SAME_TITLE} posts named ${post.title}`);
}

/** Replaces a post and keeps its slug and id. Returns the slug. */
export async function replacePost(db: Db, slug: string, post: NewPost, now: Date): Promise<string> {
  await db
    .updateTable('posts')
    .set({ ...post, updated_at: now, content: JSON.stringify(normaliseDelta(post.content, 'ARTICLE')) })
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  return slug;
}
