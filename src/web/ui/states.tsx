import type { ComponentProps, ReactNode } from 'react';
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

type Asked = { error?: Error | null; isFetching: boolean; refetch(): Promise<unknown> };

/** A request that failed, with another try. `message`: what its error says, unless it is worded here. */
export function FailedQuery({
  of: { error, isFetching, refetch },
  message = error?.message ?? '',
  ...frame
}: StateFrame & { of: Asked; message?: string }) {
  return <FailedState {...frame} message={message} onRetry={() => void refetch()} retrying={isFetching} />;
}

/** In place of an answer that has not come: why it failed, or its placeholders. */
export function QueryState({
  children,
  ...failed
}: ComponentProps<typeof FailedQuery> & { children: ReactNode }) {
  return failed.of.error ? <FailedQuery {...failed} /> : <>{children}</>;
}
