import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li';
  /** Answers to the pointer: for cards that are, or hold, one link. */
  hover?: boolean;
};

/** A surface with a hairline. Padding is the caller's. */
export function Card({ as: Tag = 'div', hover = false, className, ...rest }: CardProps) {
  const props = { className: classNames('card', hover && 'card-hover', className), ...rest };
  return <Tag {...(props as object)} />;
}
