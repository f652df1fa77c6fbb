import './blog.css';

import { Link } from 'react-router';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import { PostPicture } from '#web/art/post-picture.tsx';
import { SproutArt } from '#web/art/leaf.tsx';
import { Byline } from '#web/blog/byline.tsx';
import type { PostHead } from '#web/blog/posts.ts';
import { listPosts } from '#web/blog/read-posts.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import { pagesContext } from '#web/api/pages-context.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/states.tsx';
import type { Route } from './+types/blog-page.ts';

export { BlogFailed as ErrorBoundary } from '#web/blog/blog-failed.tsx';

const LEDE = 'Discover and explore various topics on healing.';

export async function loader({ context }: Route.LoaderArgs) {
  return { posts: await listPosts(context.get(pagesContext).callApi) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const siteUrl = siteUrlOf(matches);
  return pageMeta(matches, {
    title: 'Blog',
    description: LEDE,
    path: '/blog',
    jsonLd: {
      '@type': 'Blog',
      name: `${practice.name} Blog`,
      url: `${siteUrl}/blog`,
      blogPost: (loaderData?.posts ?? []).map((post) => ({
        '@type': 'BlogPosting',
        headline: post.title,
        url: siteUrl + post.path,
        ...(post.published ? { datePublished: post.published } : {}),
        ...(post.updated ? { dateModified: post.updated } : {}),
      })),
    },
  });
};

export default function BlogPage({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <div className="page wrap">
      <div className="mb-8 grid gap-3 md:grid-cols-[7fr_4fr] md:items-end md:gap-12">
        <h1>Blog</h1>
        <p className="lede">{LEDE}</p>
      </div>
      {posts.length === 0 ? (
        <EmptyState art={<SproutArt />} className="py-12">
          <p className="text-ink">{emptyTexts.blog.title}</p>
          <p>{emptyTexts.blog.line}</p>
        </EmptyState>
      ) : (
        <div className="grid gap-x-8 gap-y-12 md:grid-cols-[1fr_1fr]">
          {posts.map((post, at) => (
            <PostCard key={post.path} post={post} first={at === 0} belowFold={at > 1} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The newest post is wider than the others (blog.css). */
function PostCard({ post, first, belowFold }: { post: PostHead; first: boolean; belowFold: boolean }) {
  return (
    <article className={classNames('post-card grid content-start', belowFold && 'below-fold')}>
      <Link
        to={post.path}
        tabIndex={-1}
        aria-hidden="true"
        prefetch="intent"
        className="post-picture block overflow-hidden rounded-card bg-sunken"
      >
        <PostPicture url={post.picture} alt="" eager={first} />
      </Link>
      <div className="grid content-start gap-3">
        <Byline post={post} />
        <h2>
          <Link to={post.path} prefetch="intent" viewTransition className="link-quiet">
            {post.title}
          </Link>
        </h2>
        <p className="text-muted">{post.description}</p>
      </div>
    </article>
  );
}
