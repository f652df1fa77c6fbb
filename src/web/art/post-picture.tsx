import { classNames } from '#web/ui/class-names.ts';

/** Our drawings for posts, 640 by 420 units; the folder `dark` has them in the colours of the dark theme. */
const OWN_DRAWING = /^\/art\/(blog-[a-z-]+\.svg)$/;

/**
 * The picture of a post. Our own drawings are rendered in both themes and the style sheet hides one; a hidden lazy image
 * is never fetched. (With <use> a drawing would take the colours of the page, but building it takes 50 to 80 ms of a phone's
 * time on the list.) `eager` is for the first view, where both are fetched at once, 3 kB each. An empty `alt` is decorative.
 */
export function PostPicture({
  url,
  alt,
  className,
  eager,
}: {
  url: string;
  alt: string;
  className?: string;
  eager?: boolean;
}) {
  const drawing = OWN_DRAWING.exec(url)?.[1];
  const shape = { width: 640, height: 420, decoding: 'async', loading: eager ? 'eager' : 'lazy' } as const;
  if (drawing === undefined) return <img src={url} alt={alt} {...shape} className={className} />;
  return (
    <>
      <img src={url} alt={alt} {...shape} className={classNames('only-light', className)} />
      <img src={`/art/dark/${drawing}`} alt={alt} {...shape} className={classNames('only-dark', className)} />
    </>
  );
}
