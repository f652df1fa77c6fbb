import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx';

type BannerProps = {
  /** "error" interrupts a screen reader, the others wait their turn. */
  tone?: 'error' | 'note' | 'warn';
  children: ReactNode;
  className?: string;
};

/** A message that stands where it concerns something: above a form, beside a button. */
export function Banner({ tone = 'note', children, className }: BannerProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('banner', `banner-${tone}`, className)}
    >
      {tone === 'note' ? <CheckIcon /> : <AlertIcon />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
