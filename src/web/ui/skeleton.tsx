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
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={classNames('appears-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
