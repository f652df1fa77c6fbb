import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** The h1 of a screen with a lede, and content to the right. */
export function PageHeading({
  title,
  lede,
  aside,
  className,
}: {
  title: ReactNode;
  lede?: ReactNode;
  aside?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classNames('mb-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-4', className)}>
      <div className="grid gap-3">
        <h1>{title}</h1>
        {lede != null && <p className="lede">{lede}</p>}
      </div>
      {aside}
    </div>
  );
}
