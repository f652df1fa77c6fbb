import type { FastifyInstance } from 'fastify';
import * as schemas from '#contract/posts.schemas.ts';
import * as calls from '#contract/staff.calls.ts';
import { staffAction } from '../actions/staff-action.ts';
import { selectPostHeads } from '../blog/draft-store.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { uploadPicture } from './post-pictures.ts';
import { presentHead, readPost } from './present-post.ts';
import { publishPost, removePost, unpublishPost } from './publish-posts.ts';
import { createPost, savePost } from './write-posts.ts';

/** The posts of the blog as staff write and publish them (rules.md §9). */
export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, calls.staffPosts, schemas.staffPosts, async ({ request, reply }) =>
    sendTagged(request, reply, schemas.staffPosts, { posts: (await selectPostHeads(db)).map(presentHead) }),
  );
  route(app, deps, calls.staffPost, schemas.staffPost, async ({ params, request, reply }) => {
    const post = await readPost(db, params.id);
    return post ? sendTagged(request, reply, schemas.staffPost, post) : refuse('POST_NOT_FOUND');
  });
  route(app, deps, calls.staffSavePost, schemas.staffSavePost, ({ params, body, now }) =>
    savePost(deps, params.id, body, now),
  );
  route(app, deps, calls.staffUploadPicture, schemas.staffUploadPicture, ({ body, now }) =>
    uploadPicture(deps, body.jpeg, now),
  );

  staffAction(app, deps, calls.staffCreatePost, schemas.staffCreatePost, createPost(deps));
  staffAction(app, deps, calls.staffPublishPost, schemas.staffPublishPost, publishPost(deps));
  staffAction(app, deps, calls.staffUnpublishPost, schemas.staffUnpublishPost, unpublishPost(deps));
  staffAction(app, deps, calls.staffRemovePost, schemas.staffRemovePost, removePost(deps));
}
