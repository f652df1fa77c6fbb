import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Lock } from 'lucide';
import type { HEALTH } from '#staff/api/unlock.ts';
import { useIsUnlocked } from '#staff/unlock/lock-button.tsx';
import type { ApiError } from '#web/api/request.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';

type HealthDataProps<Answer> = {
  /** Its key begins with HEALTH. It is not polled: every read keeps the session unlocked and is recorded. */
  query: UseQueryOptions<Answer, Error, Answer, readonly [typeof HEALTH, ...QueryKey]>;
  /** True: it is locked until the member presses Unlock; nothing asks by itself. */
  isQuiet?: boolean;
  /** While it loads. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/** Shows health data while it is unlocked, asks once to unlock it, and hides it when the lock falls. */
export function HealthData<Answer>(props: HealthDataProps<Answer>) {
  const isUnlocked = useIsUnlocked();
  const [wasUnlocked, setWasUnlocked] = useState(isUnlocked);
  const [asks, setAsks] = useState(!props.isQuiet);
  if (wasUnlocked !== isUnlocked) {
    setWasUnlocked(isUnlocked);
    // Time that has passed is no reason to ask for a code.
    if (!isUnlocked) setAsks(false);
  }
  return isUnlocked || asks ? <Opened {...props} /> : <LockedState onUnlock={() => setAsks(true)} />;
}

function Opened<Answer>({ query, skeleton, children }: HealthDataProps<Answer>) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data !== undefined) return <>{children(data)}</>;
  if (!error || isFetching) return <>{skeleton}</>;
  const { code, message } = error as ApiError;
  if (code === 'STEP_UP_REQUIRED') return <LockedState onUnlock={() => void refetch()} />;
  return <FailedState message={message} onRetry={() => void refetch()} />;
}

function LockedState({ onUnlock }: { onUnlock: () => void }) {
  return (
    <EmptyState
      art={<Icon of={Lock} className="size-10 m-auto text-muted" />}
      action={<Button onClick={onUnlock}>Unlock</Button>}
    >
      <p role="status">Health notes are locked.</p>
    </EmptyState>
  );
}
