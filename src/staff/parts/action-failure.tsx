import type { ReactNode } from 'react';
import type { Action } from '#staff/parts/use-action.ts';
import { Banner } from '#web/ui/banner.tsx';

export const REUSED =
  'The first try went through after all, without what you changed since. Please look before you do it again.';

/** Why the last try failed, next to its button. */
export function ActionFailure({
  action: { error },
  failure = error?.code === 'ACTION_REUSED' ? REUSED : error?.message,
}: {
  action: Pick<Action, 'error'>;
  /** Null: it is said at the fields. */
  failure?: ReactNode;
}) {
  if (!failure) return null;
  // What someone else changed meanwhile is no mistake of the reader.
  const isWarning = error?.status === 409 && error.code.endsWith('_CHANGED');
  return (
    <Banner tone={isWarning ? 'warn' : 'error'} inSight>
      {failure}
    </Banner>
  );
}
