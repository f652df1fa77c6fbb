import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { StaffPost } from '#contract/posts.schemas.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { useDevice } from '#staff/parts/use-draft.ts';
import { type PostDraft, postQuery } from '#staff/posts/post-draft.ts';
import { PostEditor } from '#staff/posts/post-editor.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';

/** The editor of one post. */
export function PostPage() {
  const { id = '' } = useParams();
  const query = useFreshQuery(postQuery(id));
  // What was read on an earlier visit may be older than what is saved: typing over it would be a conflict.
  const isRead = query.isFetchedAfterMount || query.fetchStatus === 'paused';
  return (
    <StaffPage
      title="Post"
      documentTitle={query.data?.title || 'Post'}
      back={{ to: '/posts', label: 'Posts' }}
      freshness={query}
      showsBook={false}
    >
      {query.data && isRead ? (
        <WithTyped key={id} post={query.data} />
      ) : (
        <QueryState of={query}>
          <SkeletonGroup label="Loading the post" className="row-skeleton" rows={['h-14', 'h-64']} />
        </QueryState>
      )}
    </StaffPage>
  );
}

/** Looks first for what was typed in this browser and did not reach the server. */
function WithTyped({ post }: { post: StaffPost }) {
  const queries = useQueryClient();
  const device = useDevice<PostDraft>(`post:${post.id}`);
  const [first] = useState(post);
  const [start, setStart] = useState(post);
  if (!device) return null;
  return (
    <PostEditor
      key={start.version}
      {...{ post, start }}
      device={start === first ? device : { ...device, kept: null }}
      // Everything typed here is saved: the editor begins again with what was saved after it.
      onChangedElsewhere={() => void queries.fetchQuery(postQuery(post.id)).then(setStart)}
    />
  );
}
