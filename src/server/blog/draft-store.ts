import { sql } from 'kysely';
import { type Notes, parseNotes } from '#domain/text/notes.ts';
import type { Db, Trx } from '../db/pool.ts';

/** A post as staff write it, with what is published of it. */
export type KeptPost = NonNullable<Awaited<ReturnType<typeof selectPost>>>;
export type KeptHead = Awaited<ReturnType<typeof selectPostHeads>>[number];

/** What is written of a post. */
type PostFields = {
  title: string;
  description: string;
  hero_image_url: string;
  hero_alt: string;
  categories: string[];
  content: Notes;
};

/** More would be a mistake. */
const MOST_POSTS = 1000;

const keptPosts = (db: Db) =>
  db
    .selectFrom('post_drafts as d')
    .leftJoin('posts as p', 'p.id', 'd.id')
    .select(['d.id', 'd.title', 'd.description', 'd.hero_image_url', 'd.hero_alt', 'd.categories'])
    .select(['d.version', 'd.updated_at', 'd.publish_at', 'd.slug'])
    .select(['p.publish_date', 'p.author', 'p.version as published_version']);

/** Selects every post without its text: those to come, drafts, then what is published, the newest first. */
export const selectPostHeads = async (db: Db) =>
  await keptPosts(db)
    .orderBy('d.publish_at', (order) => order.asc().nullsLast())
    .orderBy(sql`p.id is not null`)
    .orderBy('p.publish_date', (order) => order.desc().nullsLast())
    .orderBy('d.updated_at', 'desc')
    .limit(MOST_POSTS)
    .execute();

export const selectPost = async (db: Db, id: string) =>
  await keptPosts(db).select('d.content').where('d.id', '=', id).executeTakeFirst();

/** Selects a post and locks its draft until the transaction ends. */
export const lockPost = async (trx: Trx, id: string) =>
  await keptPosts(trx).select('d.content').where('d.id', '=', id).forUpdate('d').executeTakeFirst();

export async function insertDraft(db: Db, now: Date): Promise<string> {
  const draft = db.insertInto('post_drafts').values({ updated_at: now }).returning('id');
  return (await draft.executeTakeFirstOrThrow()).id;
}

/** Writes over the draft as it was read. False: it is another version by now, or is planned otherwise. */
export async function updateDraft(
  db: Db,
  { id, version, publish_at }: Pick<KeptPost, 'id' | 'version' | 'publish_at'>,
  { content, ...fields }: PostFields,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_drafts')
    .set({ ...fields, content: JSON.stringify(content), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('publish_at', 'is not distinct from', publish_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Gives a post its address, and a time at which a job publishes it; or takes both. */
export async function planPost(
  trx: Trx,
  id: string,
  plan: Pick<KeptPost, 'slug' | 'publish_at'>,
): Promise<void> {
  await trx.updateTable('post_drafts').set(plan).where('id', '=', id).execute();
}

type Publication = { author: string; publish_date: Date | null; og_image_url: string | null };

/** Shows a draft to everybody. What is published already keeps its address, date and author. */
export async function publishDraft(
  trx: Trx,
  post: KeptPost,
  { author, publish_date, og_image_url }: Publication,
  now: Date,
): Promise<void> {
  const { id, title, description, hero_image_url, hero_alt, categories, version } = post;
  const written = { title, description, hero_image_url, hero_alt, categories, version, og_image_url };
  const changed = { ...written, content: JSON.stringify(post.content) };
  await trx
    .insertInto('posts')
    .values({ id, slug: post.slug!, author, publish_date, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changed, updated_at: now }))
    .execute();
}

export async function deletePublication(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('posts').where('id', '=', id).execute();
}

export async function deleteDraft(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('post_drafts').where('id', '=', id).execute();
}

/** Inserts a post that is published. */
export async function insertPost(
  db: Db,
  { content, ...post }: PostFields & Publication & { slug: string },
): Promise<void> {
  const document = JSON.stringify(parseNotes(content));
  const posts = db.insertInto('posts').values({ ...post, content: document });
  const { id } = await posts.returning('id').executeTakeFirstOrThrow();
  const { author: _a, og_image_url: _o, publish_date, ...written } = post;
  const updated_at = publish_date ?? new Date(0);
  await db
    .insertInto('post_drafts')
    .values({ id, ...written, content: document, version: 0, updated_at })
    .execute();
}

/** The posts whose time has come, the earliest first. */
export async function selectDuePosts(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = db.selectFrom('post_drafts').select('id').where('publish_at', '<=', now);
  return (await due.orderBy('publish_at').limit(limit).execute()).map(({ id }) => id);
}

export async function insertPicture(db: Db, photo_key: string, now: Date): Promise<void> {
  await db.insertInto('post_pictures').values({ photo_key, uploaded_at: now }).execute();
}

/** Records pictures for removal that were uploaded before then and that no post and no draft shows. Returns their number. */
export async function dropUnusedPictures(db: Db, uploaded_before: Date, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with unused as (
      delete from post_pictures u where uploaded_at < ${uploaded_before}
        and not exists (select from posts where strpos(hero_image_url || content::text, u.photo_key) > 0)
        and not exists (select from post_drafts where strpos(hero_image_url || content::text, u.photo_key) > 0)
      returning photo_key)
    insert into photo_removals (photo_key, requested_at) select photo_key, ${now} from unused
    on conflict (photo_key) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
