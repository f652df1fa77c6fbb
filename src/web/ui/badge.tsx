import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type BadgeColour = 'green' | 'yellow' | 'red' | 'blue' | 'purple' | 'grey';

/** A state in one word, with a dot of its hue. */
export function Badge({ colour, children }: { colour: BadgeColour; children: ReactNode }) {
  return <span className={`badge badge-${colour}`}>{children}</span>;
}

/** A quiet label; takes the tint of the nearest `is-…` class. */
export function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={classNames('chip', className)}>{children}</span>;
}
