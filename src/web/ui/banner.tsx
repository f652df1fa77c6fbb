import { type ReactNode, useEffect, useRef } from 'react';
import { Check, CircleAlert } from 'lucide';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

type BannerProps = {
  /** "error" interrupts a screen reader, the others do not. */
  tone?: 'error' | 'note' | 'warn';
  /** Scrolls into view when it appears, for the result of a click elsewhere. */
  inSight?: boolean;
  children: ReactNode;
  className?: string;
};

/** A message near what it is about, such as a form or a button. */
export function Banner({ tone = 'note', inSight = false, children, className }: BannerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inSight) box.current?.scrollIntoView({ block: 'nearest' });
  }, [inSight]);
  return (
    <div
      ref={box}
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('banner', `banner-${tone}`, className)}
    >
      {tone === 'note' ? <Icon of={Check} /> : <Icon of={CircleAlert} />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
