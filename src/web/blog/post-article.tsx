import './blog.css';

import type { ReactNode } from 'react';
import { PostPicture } from '#web/art/post-picture.tsx';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { Byline } from '#web/blog/byline.tsx';
import type { Post } from '#web/blog/posts.ts';
import { Chip } from '#web/ui/badge.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export type ArticlePost = Pick<
  Post,
  'title' | 'date' | 'published' | 'author' | 'categories' | 'picture' | 'picture_alt' | 'blocks'
>;

/** A post as visitors read it; `before` and `after` are the ways back. */
export function PostArticle({
  post,
  before,
  after,
}: {
  post: ArticlePost;
  before?: ReactNode;
  after?: ReactNode;
}) {
  return (
    <article className="page">
      <header className="wrap wrap-text mb-8">
        {before}
        <h1 className="mt-2">{post.title}</h1>
        <Byline post={post} className="mt-4" />
        {post.categories.length > 0 && (
          <ul aria-label="Categories" className="mt-4 flex flex-wrap gap-2">
            {post.categories.map((category) => (
              <li key={category} className={tintOf(category)}>
                <Chip>{category}</Chip>
              </li>
            ))}
          </ul>
        )}
      </header>
      <div className="wrap">
        <div className="post-picture mb-12 block overflow-hidden rounded-card bg-sunken">
          <PostPicture url={post.picture} alt={post.picture_alt} eager />
        </div>
      </div>
      <div className="wrap wrap-text">
        <RichText
          look="essay"
          blocks={post.blocks}
          renderImage={({ src, alt }) => (
            <PostPicture url={src} alt={alt} className="w-full object-cover h-auto rounded-inner" />
          )}
        />
        {after}
      </div>
    </article>
  );
}

const DISCIPLINES = ['AYURVEDA', 'HERBALISM', 'YOGA'];

/** A category that is a discipline has its tint, all others the default. */
function tintOf(category: string): string {
  return tintClassOf(DISCIPLINES.includes(category.toUpperCase()) ? category : 'START');
}
