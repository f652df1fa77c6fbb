import type { staffCreatePost, staffSavePost } from '#contract/posts.schemas.ts';
import { noteToStore } from '#domain/text/notes.ts';
import { validatePost } from '#domain/text/post-fields.ts';
import type { z } from 'zod';
import type { Action } from '../actions/staff-action.ts';
import { insertDraft, type KeptPost, selectPost, updateDraft } from '../blog/draft-store.ts';
import { selectActionObject } from '../clients/store.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { isPostPicture } from './post-pictures.ts';
import { presentPost, readPost } from './present-post.ts';

/** Begins a post, which staff alone see. */
export const createPost = ({ db }: Pick<Deps, 'db'>): Action<typeof staffCreatePost> => ({
  action: 'post.create',
  work: async (trx, { now }) => ({ object_kind: 'POST', object_id: await insertDraft(trx, now) }),
  answer: async ({ action_id }) =>
    (await readPost(db, (await selectActionObject(db, action_id))!)) ?? refuse('POST_NOT_FOUND'),
});

/**
 * Saves what is written over the version that the writer saw. Another version is refused and comes with the refusal. What
 * everybody reads stays as it is.
 */
export async function savePost(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  id: string,
  { version, ...typed }: z.output<typeof staffSavePost.body>,
  now: Date,
): Promise<{ version: number; updated_at: string } | Refusal> {
  const seen = isUuid(id) ? await selectPost(db, id) : undefined;
  if (!seen) return refuse('POST_NOT_FOUND');
  if (seen.version !== version) return refuseChanged(seen);
  const { hero_image_url } = typed;
  if (hero_image_url !== seen.hero_image_url && !isPostPicture(photos, hero_image_url))
    return refuse('INVALID_INPUT', { details: { hero_image_url: 'Please choose one of the pictures.' } });
  const content = noteToStore(typed.content, 'ARTICLE');
  if (content === 'TOO_LONG')
    return refuse('NOTE_TOO_LONG', { message: 'This post has too many lines. Please split it.' });
  const fields = { ...typed, content: content ?? { ops: [] } };
  const incomplete = seen.publish_at && refuseIncomplete(fields);
  if (incomplete) return incomplete;
  if (await updateDraft(db, seen, fields, now))
    return { version: version + 1, updated_at: now.toISOString() };
  const present = await selectPost(db, id);
  return present ? refuseChanged(present) : refuse('POST_NOT_FOUND');
}

/** With the post as it is. */
export const refuseChanged = (post: KeptPost): Refusal =>
  refuse('POST_CHANGED', { details: presentPost(post) });

/** Refuses what cannot be published, with a sentence for each field. */
export function refuseIncomplete(post: Parameters<typeof validatePost>[0]): Refusal | null {
  const problems = validatePost(post);
  return Object.keys(problems).length > 0 ? refuse('INVALID_INPUT', { details: problems }) : null;
}
