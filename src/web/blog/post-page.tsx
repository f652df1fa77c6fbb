import { data, Link } from 'react-router';
import { ChevronLeft } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { PostArticle } from '#web/blog/post-article.tsx';
import type { Post } from '#web/blog/posts.ts';
import { findPost } from '#web/blog/read-posts.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import { pagesContext } from '#web/api/pages-context.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/post-page.ts';

export { BlogFailed as ErrorBoundary } from '#web/blog/blog-failed.tsx';

/** An unknown post has status 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const post = await findPost(context.get(pagesContext).callApi, params.urlPath);
  return data({ post }, { status: post ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const post = loaderData?.post;
  if (!post) return pageMeta(matches, { title: 'Blog Post Not Found', noIndex: true });
  const siteUrl = siteUrlOf(matches);
  return pageMeta(matches, {
    title: post.title,
    description: post.description,
    path: post.path,
    image: post.share_image,
    type: 'article',
    jsonLd: {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.description,
      url: siteUrl + post.path,
      mainEntityOfPage: siteUrl + post.path,
      image: new URL(post.share_image ?? '/og/default.png', siteUrl || 'http://localhost').href,
      ...(post.published ? { datePublished: post.published } : {}),
      ...(post.updated ? { dateModified: post.updated } : {}),
      keywords: post.categories.join(', '),
      author: { '@type': 'Person', name: post.author, url: `${siteUrl}/about#my-story` },
      publisher: { '@type': 'Organization', name: practice.name, url: `${siteUrl}/` },
    },
  });
};

export default function PostPage({ loaderData: { post } }: Route.ComponentProps) {
  return post ? <PostView post={post} /> : <NoSuchPost />;
}

function PostView({ post }: { post: Post }) {
  return (
    <PostArticle
      post={post}
      before={
        <Link to="/blog" prefetch="intent" viewTransition className="arrow-link text-sm text-muted">
          <Icon of={ChevronLeft} />
          Back to Blog List
        </Link>
      }
      after={
        <LinkButton to="/blog" look="secondary" className="no-print mt-12">
          <Icon of={ChevronLeft} />
          Back to Blog List
        </LinkButton>
      }
    />
  );
}

/** For an address without a post (product.md §2.24). */
function NoSuchPost() {
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>Blog Post Not Found</h1>
      <p>The blog post you are looking for does not exist.</p>
      <LinkButton to="/blog">Return to Blog List</LinkButton>
    </div>
  );
}
