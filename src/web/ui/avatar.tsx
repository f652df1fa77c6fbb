import { writeOut } from '#domain/people/personal.ts';
import { classNames } from '#web/ui/class-names.ts';

const SIZES = { md: 'size-10 text-md', lg: 'size-28 text-[2.4rem]' };

/** The first letter of a name, also if it has several code units (an emoji, a flag, a combined letter). */
export function initialOf(name: string): string {
  const text = name.trim();
  // Older browsers have no segmenter; code points at least avoid half characters.
  const [first = ''] =
    typeof Intl.Segmenter === 'function'
      ? Array.from(
          new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
          (part) => part.segment,
        )
      : text;
  return first.toLocaleUpperCase();
}

/** A person's photo, or the initial of the name. Decorative, because the name is next to it. */
export function Avatar({
  name,
  photo,
  size = 'md',
  className,
}: {
  name: string;
  photo?: string | null;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  return (
    <span aria-hidden="true" className={classNames('display avatar', SIZES[size], className)}>
      {photo ? <img src={photo} alt="" className="size-full object-cover" /> : initialOf(writeOut(name))}
    </span>
  );
}
