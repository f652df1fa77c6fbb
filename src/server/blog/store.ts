import type { Notes } from '#domain/notes.ts';
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
] as const;

/** Selects every post, newest first. A post without a date counts as the oldest (product.md §3.12). */
export async function selectPosts(db: Db) {
  return await db
    .selectFrom('posts')
    .select(COLUMNS)
    .select((select) => select.ref('content').$castTo<Notes>().as('content'))
    .orderBy('publish_date', (order) => order.desc().nullsLast())
    .orderBy('title')
    .execute();
}

/** Selects a post and locks it until the transaction ends. */
export async function selectPost(db: Db, slug: string): Promise<PostRow | undefined> {
  return await db
    .selectFrom('posts')
    .select(COLUMNS)
    .select((select) => select.ref('content').$castTo<Notes>().as('content'))
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes a post and returns it; undefined if there was none. */
export async function deletePost(db: Db, slug: string): Promise<PostRow | undefined> {
  return await db
    .deleteFrom('posts')
    .where('slug', '=', slug)
    .returning(COLUMNS)
    .returning((select) => select.ref('content').$castTo<Notes>().as('content'))
    .executeTakeFirst();
}
