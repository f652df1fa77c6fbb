import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

type StateFrame = {
  /** A small drawing. */
  art?: ReactNode;
  /** Fills the height of its box. */
  tall?: boolean;
  className?: string;
};

/** An empty screen: a drawing, a text, an action. */
export function EmptyState({
  art,
  tall,
  className,
  children,
  action,
}: StateFrame & { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classNames('state', tall && 'h-full flex-1 content-center', className)}>
      {art != null && <div className="art">{art}</div>}
      <div>{children}</div>
      {action}
    </div>
  );
}

/** A failed request: its message and "Try again". */
export function FailedState({
  art,
  tall,
  className,
  message,
  onRetry,
  retrying = false,
}: StateFrame & { message: string; onRetry: () => void; retrying?: boolean }) {
  return (
    <div role="alert">
      <EmptyState
        {...{ art, tall, className }}
        action={
          <Button look="secondary" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}
