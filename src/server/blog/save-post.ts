import { normaliseDelta } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';
import type { Db } from '../db/pool.ts';
import { insertPost, type NewPost, updatePost } from './store.ts';

/** More posts with one title are a mistake. */
const MAX_SAME_TITLE = 100;

/**
 * Saves a post under the slug of its title and returns the slug. A second post with the same title gets '-2', and so on
 * (rules.md §8: unique per post at save time). Normalises the document. Throws after MAX_SAME_TITLE posts.
 */
export async function savePost(db: Db, post: NewPost): Promise<string> {
  const base = slugOf(post.title) || 'post';
  const normalised = normaliseDelta(post.content, 'ARTICLE');
  for (let copy = 1; copy <= MAX_SAME_TITLE; copy += 1) {
    const slug = copy === 1 ? base : `${base}-${copy}`;
    if (await insertPost(db, { ...post, slug, content: normalised })) return slug;
  }
  throw new Error(`There are ${MAX_SAME_TITLE} posts named ${post.title}`);
}

/** Replaces a post and keeps its slug and id. Returns the slug. */
export async function replacePost(db: Db, slug: string, post: NewPost, now: Date): Promise<string> {
  await updatePost(db, slug, { ...post, content: normaliseDelta(post.content, 'ARTICLE') }, now);
  return slug;
}
