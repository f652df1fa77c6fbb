import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li';
  /** Has a hover style, for cards that are or contain one link. */
  hover?: boolean;
};

/** A surface with a thin border. The caller sets the padding. */
export function Card({ as: Tag = 'div', hover = false, className, ...rest }: CardProps) {
  const props = { className: classNames('card', hover && 'card-hover', className), ...rest };
  return <Tag {...(props as object)} />;
}
