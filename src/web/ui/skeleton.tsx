import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** One grey bar (or disc) in the shape of what will stand there: size it with classes. */
export function Skeleton({ className, round = false }: { className?: string; round?: boolean }) {
  return <span aria-hidden="true" className={classNames('skeleton', round && 'rounded-pill', className)} />;
}

/** Wraps the bars of one waiting part and says that it is waiting. */
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
