import './quote.css';

import { classNames } from '#web/ui/class-names.ts';

type Size = 'large' | 'huge';

/** What someone said, in quotation marks. */
export function Quote({ children, size }: { children: string; size?: Size }) {
  return (
    <blockquote className={classNames('display quote', size && `quote-${size}`)}>“{children}”</blockquote>
  );
}

/** A quote with the name of its author. */
export function Testimonial({
  quote,
  name,
  size,
  className,
}: {
  quote: string;
  name: string;
  size?: Size;
  className?: string;
}) {
  return (
    <figure className={className}>
      <Quote size={size}>{quote}</Quote>
      <figcaption className="mt-3 text-sm text-muted">{name}</figcaption>
    </figure>
  );
}
