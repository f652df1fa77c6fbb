import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type BadgeColour = 'green' | 'yellow' | 'red' | 'blue' | 'purple' | 'grey';

/** A status with a coloured dot. */
export function Badge({ colour, children }: { colour: BadgeColour; children: ReactNode }) {
  return <span className={`badge badge-${colour}`}>{children}</span>;
}

/** A label in the tint of the nearest `is-…` class. */
export function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={classNames('chip', className)}>{children}</span>;
}
