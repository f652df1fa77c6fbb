import type { IconNode } from 'lucide';
import { createElement } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** A line icon of Lucide. It says nothing to a screen reader: the words next to it do. */
export function Icon({ of, className }: { of: IconNode; className?: string }) {
  return (
    <svg className={classNames('icon', className)} viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes], at) => createElement(tag, { ...attributes, key: at }))}
    </svg>
  );
}
