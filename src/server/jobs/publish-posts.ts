import { publishDuePost } from '../posts/publish-posts.ts';
import { selectDuePosts } from '../blog/draft-store.ts';
import { eachRow } from './each-row.ts';
import type { Job } from './loop.ts';

const BATCH_SIZE = 50;

/** Publishes the posts that staff have planned for a time. One that fails stays due. */
export const publishPosts: Job = {
  name: 'publish-posts',
  every_ms: 15_000,
  run: async ({ db }, now) =>
    eachRow(
      await selectDuePosts(db, now, BATCH_SIZE),
      (id) => publishDuePost(db, id, now),
      async () => undefined,
    ),
};
