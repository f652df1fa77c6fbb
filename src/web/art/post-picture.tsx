/** Our own drawings for posts: files with a group #art, 640 by 420 units. */
const OWN_DRAWING = /^\/art\/blog-[a-z-]+\.svg$/;

/**
 * The picture of a post. One of our own drawings is used by reference, so that it takes the colours of the
 * theme; any other address becomes an <img>. `alt` empty: decoration.
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
  if (!OWN_DRAWING.test(url))
    return (
      <img
        src={url}
        alt={alt}
        className={className}
        width={640}
        height={420}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    );
  const named = alt ? ({ role: 'img', 'aria-label': alt } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg viewBox="0 0 640 420" className={className} focusable="false" {...named}>
      <use href={`${url}#art`} />
    </svg>
  );
}
