import type { Delta } from '#domain/text/notes.ts';
import type { Db } from '../db/pool.ts';

export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];

const COLUMNS = [
  'id',
  'slug',
  'title',
  'description',
  'author',
  'publish_date',
  'updated_at',
  'hero_image_url',
  'hero_alt',
  'og_image_url',
  'categories',
  'content',
] as const;

/** Selects every post, newest first. A post without a date counts as the oldest (product.md §3.12). */
export async function selectPosts(db: Db) {
  return await db
    .selectFrom('posts')
    .select(COLUMNS)
    .orderBy('publish_date', (order) => order.desc().nullsLast())
    .orderBy('title')
    .execute();
}

/** Selects a post and locks it until the transaction ends. */
export async function selectPost(db: Db, slug: string): Promise<PostRow | undefined> {
  return await db.selectFrom('posts').select(COLUMNS).where('slug', '=', slug).forUpdate().executeTakeFirst();
}

/** Deletes a post and returns it; undefined if there was none. */
export async function deletePost(db: Db, slug: string): Promise<PostRow | undefined> {
  return await db.deleteFrom('posts').where('slug', '=', slug).returning(COLUMNS).executeTakeFirst();
}

export type NewPost = {
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

/** Inserts a post; false if there is one with this slug. */
export async function insertPost(db: Db, post: NewPost & { slug: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('posts')
    .values({ ...post, content: JSON.stringify(post.content) })
    .onConflict((conflict) => conflict.constraint('one_post_per_slug').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updatePost(db: Db, slug: string, post: NewPost, now: Date): Promise<void> {
  await db
    .updateTable('posts')
    .set({ ...post, updated_at: now, content: JSON.stringify(post.content) })
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
}
