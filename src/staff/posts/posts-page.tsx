import { Link, useNavigate, useSearchParams } from 'react-router';
import { Plus } from 'lucide';
import { staffCreatePost } from '#contract/staff.calls.ts';
import type { PostHead } from '#contract/posts.schemas.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { dateOf, postsQuery, stateOf } from '#staff/posts/post-draft.ts';
import { SproutArt } from '#web/art/leaf.tsx';
import { Button } from '#web/ui/button.tsx';
import { PillGroup } from '#web/ui/choices.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import '#staff/bookings/marks.css';
import '#staff/parts/row-table.css';

const VIEWS = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'drafts', label: 'Drafts', has: ({ state }: PostHead) => state !== 'PUBLISHED' },
  { value: 'published', label: 'Published', has: ({ state }: PostHead) => state === 'PUBLISHED' },
] as const;

/** The posts of the blog: those to come, drafts, and what is published. */
export function PostsPage() {
  const query = useFreshQuery(postsQuery);
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const create = useAction();
  const view = VIEWS.find(({ value }) => value === address.get('show')) ?? VIEWS[0];
  const posts = query.data?.posts;
  const newPost = (
    <Button
      look="secondary"
      icon={<Icon of={Plus} />}
      busy={create.isPending}
      disabled={!isOnline}
      onClick={() => create.run(staffCreatePost, {}, { done: ({ id }) => void navigate(`/posts/${id}`) })}
    >
      New post
    </Button>
  );
  return (
    <StaffPage title="Posts" freshness={query}>
      <div className="max-w-232 @container/table">
        <div className="flex flex-wrap gap-3 items-center justify-between mb-4">
          <PillGroup
            label="Show"
            options={VIEWS.map((each) => ({
              ...each,
              label: posts ? `${each.label} ${posts.filter(each.has).length}` : each.label,
            }))}
            value={view.value}
            onChange={(value) => setAddress(value === 'all' ? {} : { show: value })}
          />
          {newPost}
        </div>
        <div className="news-above">
          <ActionFailure action={create} />
        </div>
        {posts ? (
          <PostList posts={posts.filter(view.has)} isAll={view.value === 'all'} />
        ) : (
          <QueryState of={query}>
            <SkeletonGroup label="Loading posts" className="row-skeleton" rows={['h-14', 'h-14', 'h-14']} />
          </QueryState>
        )}
      </div>
    </StaffPage>
  );
}

function PostList({ posts, isAll }: { posts: readonly PostHead[]; isAll: boolean }) {
  if (posts.length === 0)
    return (
      <EmptyState art={<SproutArt />}>
        {isAll ? 'Nothing is on your blog yet. Write your first post.' : 'There are none.'}
      </EmptyState>
    );
  return (
    <div className="staff-box">
      <table className="row-table">
        <caption className="sr-only">Posts</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Topics</th>
            <th scope="col">Date</th>
            <th scope="col">
              <span className="sr-only">State</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => {
            const { text, look } = stateOf(post);
            return (
              <tr key={post.id}>
                <th scope="row">
                  <Link to={`/posts/${post.id}`}>{post.title === '' ? 'Without a title' : post.title}</Link>
                </th>
                <td className="cell-wide text-muted">{post.categories.join(', ')}</td>
                <td className="text-muted num @table:whitespace-nowrap">{dateOf(post)}</td>
                <td
                  className={classNames(
                    'cell-marks col-span-full @table:whitespace-nowrap',
                    look === 'quiet' && '@max-table:hidden',
                  )}
                >
                  <span className={`mark mark-${look}`}>{text}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
