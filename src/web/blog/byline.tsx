import { Link } from 'react-router';
import type { PostHead } from '#web/blog/posts.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Date and author, linked to their story. */
export function Byline({
  post: { date, published, author },
  className,
}: {
  post: Pick<PostHead, 'date' | 'published' | 'author'>;
  className?: string;
}) {
  return (
    <p className={classNames('text-sm text-muted', className)}>
      {date !== '' && (
        <>
          <time dateTime={published ?? undefined}>{date}</time> ·{' '}
        </>
      )}
      <Link to="/about#my-story" className="inline-block py-0.5">
        {author}
      </Link>
    </p>
  );
}
