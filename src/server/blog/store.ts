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
