import { classNames } from '#web/ui/class-names.ts';

/** Our own drawings for posts, 640 by 420 units; the folder `dark` beside them has each in the dark theme's colours. */
const OWN_DRAWING = /^\/art\/(blog-[a-z-]+\.svg)$/;

/**
 * The picture of a post. One of our own drawings stands there in both themes and the style sheet hides one; a lazy
 * image that is hidden is never fetched. (Used by reference, a drawing would take the page's colours by itself, but
 * is then built into the page while it loads: 50 to 80 ms of a phone's time on the list.) `eager`: it stands in the
 * first view, so both are fetched at once, 3 kB each. `alt` empty: decoration.
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
