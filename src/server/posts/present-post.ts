import { practice } from '#content/public/practice.ts';
import type { PostHead, StaffPost } from '#contract/posts.schemas.ts';
import type { Delta } from '#contract/bookings.schemas.ts';
import { parseNotes } from '#domain/text/notes.ts';
import { type KeptHead, type KeptPost, selectPost } from '../blog/draft-store.ts';
import type { Db } from '../db/pool.ts';
import { isUuid } from '../runtime/uuid.ts';

export function presentHead({ published_version, publish_at, publish_date, ...post }: KeptHead): PostHead {
  const isPublished = published_version !== null;
  return {
    ...post,
    author: post.author ?? practice.practitioner.name,
    state: isPublished ? 'PUBLISHED' : publish_at ? 'SCHEDULED' : 'DRAFT',
    has_changes: isPublished && post.version > published_version,
    publish_at: publish_at?.toISOString() ?? null,
    published_on: publish_date?.toISOString().slice(0, 10) ?? null,
    updated_at: post.updated_at.toISOString(),
  };
}

export const presentPost = (post: KeptPost): StaffPost => ({
  ...presentHead(post),
  content: parseNotes(post.content) as Delta,
});

/** A post as staff see it; undefined if there is none. */
export async function readPost(db: Db, id: string): Promise<StaffPost | undefined> {
  const post = isUuid(id) ? await selectPost(db, id) : undefined;
  return post && presentPost(post);
}
