import { practice } from '#content/public/practice.ts';
import type {
  StaffPost,
  staffPublishPost,
  staffRemovePost,
  staffUnpublishPost,
} from '#contract/posts.schemas.ts';
import { slugOf } from '#domain/text/slug.ts';
import { parseTime, SKIPPED_TIME } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import { type Acting, type Action, POST } from '../actions/staff-action.ts';
import { refuseDate } from '../agenda/days.ts';
import {
  deleteDraft,
  deletePublication,
  type KeptPost,
  lockPost,
  planPost,
  publishDraft,
} from '../blog/draft-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { recordJobAction } from '../runtime/staff-actions.ts';
import { shareImageOf } from './post-pictures.ts';
import { readPost } from './present-post.ts';
import { refuseChanged, refuseIncomplete } from './write-posts.ts';

const { zone } = practice;

/** Changes a post that nothing else changes meanwhile, and answers with it. */
const onLockedPost = <Body>(
  db: Db,
  change: (trx: Trx, post: KeptPost, acting: Acting<{ id: string }, Body>) => Promise<Refusal | void>,
) => ({
  object: POST,
  work: async (trx: Trx, acting: Acting<{ id: string }, Body>) => {
    const post = await lockPost(trx, acting.params.id);
    if (!post) return POST.missing;
    return (await change(trx, post, acting)) ?? { details: { title: post.title } };
  },
  answer: async ({ params }: { params: { id: string } }): Promise<StaffPost | Refusal> =>
    (await readPost(db, params.id)) ?? POST.missing,
});

/** Shows a draft, or the changes of a post, to everybody: now, or plans it for a time. */
export const publishPost = ({ db }: Pick<Deps, 'db'>): Action<typeof staffPublishPost> => ({
  action: ({ body: { at } }) => (at === null ? 'post.publish' : 'post.schedule'),
  ...onLockedPost(db, async (trx, post, { body: { version, at }, now }) => {
    if (post.version !== version) return refuseChanged(post);
    const incomplete = refuseIncomplete(post);
    if (incomplete) return incomplete;
    const publish_at = at === null ? null : instantFrom(at, now);
    if (publish_at instanceof Refusal) return publish_at;
    if (publish_at && post.published_version !== null) return refuse('NOT_POSSIBLE');
    const plan = { slug: post.slug ?? slugOf(post.title), publish_at };
    await planPost(trx, post.id, plan);
    if (!publish_at) await showPost(trx, { ...post, ...plan }, now);
  }),
});

/** Makes a post a draft again: what is published, with newer changes of it, or what was planned. */
export const unpublishPost = ({ db }: Pick<Deps, 'db'>): Action<typeof staffUnpublishPost> => ({
  action: 'post.unpublish',
  ...onLockedPost(db, async (trx, { id }) => {
    await planPost(trx, id, { slug: null, publish_at: null });
    await deletePublication(trx, id);
  }),
});

/** Deletes a post with its draft. */
export const removePost = ({ db }: Pick<Deps, 'db'>): Action<typeof staffRemovePost> => ({
  action: 'post.remove',
  ...onLockedPost(db, async (trx, post, { body: { version } }) => {
    if (post.version !== version) return refuseChanged(post);
    await deleteDraft(trx, post.id);
    await deletePublication(trx, post.id);
  }),
  answer: () => undefined,
});

/**
 * Publishes a post if it is still due: another process may have done so, or staff have changed their mind. Nothing is
 * decided by what was read before the lock.
 */
export async function publishDuePost(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const post = await lockPost(trx, id);
    if (!post?.publish_at || post.publish_at > now) return;
    const { slug, publish_at, title } = post;
    await planPost(trx, id, { slug, publish_at: null });
    await showPost(trx, post, publish_at);
    const about = { object_kind: 'POST', object_id: id, details: { title } } as const;
    await recordJobAction(trx, { action: 'post.publish', ...about }, now);
  });
}

const showPost = (trx: Trx, post: KeptPost, now: Date): Promise<void> =>
  publishDraft(
    trx,
    post,
    {
      author: practice.practitioner.name,
      // Noon UTC falls on the same calendar date in nearly all zones.
      publish_date: new Date(`${localDateOf(now, zone)}T12:00:00Z`),
      og_image_url: shareImageOf(post.hero_image_url),
    },
    now,
  );

function instantFrom({ date, time }: { date: string; time: string }, now: Date): Date | Refusal {
  const far = refuseDate('date', date, localDateOf(now, zone));
  if (far) return far;
  const instant = instantOf(date, parseTime(time)!, zone);
  if (instant && instant > now) return instant;
  const problem = instant ? 'That time is in the past.' : SKIPPED_TIME;
  return refuse('INVALID_INPUT', { details: { time: problem } });
}
