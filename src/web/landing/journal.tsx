import { Link } from 'react-router';
import { landing } from '#content/public/landing.ts';
import { PostPicture } from '#web/art/post-picture.tsx';
import type { LatestPost } from '#web/landing/load-previews.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** The newest post large, the two before it small; null without posts. */
export function Journal({ posts }: { posts: readonly LatestPost[] }) {
  const [newest, ...others] = posts;
  if (!newest) return <div className="pb-section" />;
  return (
    <section className="below-fold py-section">
      <div className="wrap">
        <div className="flex flex-wrap items-end justify-between gap-x-6">
          <h2>{landing.journal.heading}</h2>
          <ArrowLink to="/blog">{landing.journal.link}</ArrowLink>
        </div>
        <div className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-[7fr_5fr]">
          <article>
            <Link
              to={newest.path}
              tabIndex={-1}
              aria-hidden="true"
              className="post-thumb rounded-card block overflow-hidden"
            >
              <PostPicture url={newest.picture} alt="" />
            </Link>
            <h3 className="mt-6 text-2xl">
              <Link to={newest.path} prefetch="intent" className="link-quiet">
                {newest.title}
              </Link>
            </h3>
            <p className="mt-2 text-muted">{newest.description}</p>
          </article>
          {others.length > 0 && (
            <div>
              {others.map((post) => (
                <article
                  key={post.path}
                  className="grid grid-cols-[minmax(7rem,5fr)_7fr] items-center gap-4 py-6 border-t border-line"
                >
                  <Link
                    to={post.path}
                    tabIndex={-1}
                    aria-hidden="true"
                    className="post-thumb rounded-control block overflow-hidden"
                  >
                    <PostPicture url={post.picture} alt="" />
                  </Link>
                  <div>
                    <h3 className="text-lg">
                      <Link to={post.path} prefetch="intent" className="link-quiet">
                        {post.title}
                      </Link>
                    </h3>
                    <p className="mt-1 text-sm text-muted">{post.date}</p>
                  </div>
                </article>
              ))}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
