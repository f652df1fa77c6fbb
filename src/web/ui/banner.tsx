import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx';

type BannerProps = {
  /** "error" interrupts a screen reader, the others wait their turn. */
  tone?: 'error' | 'note' | 'warn';
  /** Answers a press, and may stand where it was not made: comes into sight as it appears. */
  inSight?: boolean;
  children: ReactNode;
  className?: string;
};

/** A message that stands where it concerns something: above a form, beside a button. */
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
      {tone === 'note' ? <CheckIcon /> : <AlertIcon />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
