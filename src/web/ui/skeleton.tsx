import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** A grey placeholder bar or disc; sized with classes. */
export function Skeleton({ className, round = false }: { className?: string; round?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('skeleton block min-h-4', round && 'rounded-pill', className)}
    />
  );
}

/** A group of placeholders, announced as loading. */
export function SkeletonGroup({
  label = 'Loading...',
  className,
  rows = [],
  children,
}: {
  label?: string;
  className?: string;
  /** The classes of each placeholder. */
  rows?: readonly string[];
  children?: ReactNode;
}) {
  return (
    <div role="status" className={classNames('appears-late', className)}>
      <span className="sr-only">{label}</span>
      {rows.map((row, n) => (
        <Skeleton key={n} className={row} />
      ))}
      {children}
    </div>
  );
}
