import type { Notes } from '#domain/notes.ts';
import type { Db } from '../db/pool.ts';

export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];

/** Every post, newest first; one without a date counts as oldest (spec §3). */
export async function selectPosts(db: Db) {
  return await db
    .selectFrom('posts')
    .select([
      'id',
      'slug',
      'title',
      'description',
      'author',
      'publish_date',
      'hero_image_url',
      'hero_alt',
      'og_image_url',
      'categories',
    ])
    .select((select) => select.ref('content').$castTo<Notes>().as('content'))
    .orderBy('publish_date', (order) => order.desc().nullsLast())
    .orderBy('title')
    .execute();
}
