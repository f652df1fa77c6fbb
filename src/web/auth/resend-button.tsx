import { useState } from 'react';
import { resendLabel, secondsLeft, startsCoolDown } from '#domain/people/code-cool-down.ts';
import { Button } from '#web/ui/button.tsx';
import { now, useNow } from '#web/ui/use-now.ts';

export type CoolDown = {
  /** Epoch milliseconds of the last code; null before the first. */
  sentAt: number | null;
  /** Whether it is running now. Components use useSecondsLeft instead. */
  isRunning: () => boolean;
  /** A code was sent now or `at` that time, in epoch milliseconds. Returns the time. */
  start: (at?: number) => number;
  /** A 'too many attempts' error starts it too (product.md §4.3.2). */
  startIfTooMany: (message: string) => void;
};

/** The cool-down of 30 seconds after each code (product.md §4.3, §9.1). */
export function useCoolDown(): CoolDown {
  const [sentAt, setSentAt] = useState<number | null>(null);
  const start = (at = now().getTime()) => {
    setSentAt(at);
    return at;
  };
  return {
    sentAt,
    isRunning: () => secondsLeft(sentAt, now().getTime()) > 0,
    start,
    startIfTooMany: (message) => {
      if (startsCoolDown(message)) start();
    },
  };
}

/** Whole seconds until another code may be requested, updated every second. */
function useSecondsLeft({ sentAt }: CoolDown): number {
  const moment = useNow(1000);
  return secondsLeft(sentAt, moment?.getTime() ?? sentAt ?? 0);
}

/** Requests the first code; counts down during the cool-down of a code to another address. */
export function SendButton({
  coolDown,
  label,
  busy,
  disabled,
  isSameAddress,
}: {
  coolDown: CoolDown;
  label: string;
  busy: boolean;
  disabled: boolean;
  /** The last code went to the address in the field: the button continues with its step. */
  isSameAddress: boolean;
}) {
  const seconds = useSecondsLeft(coolDown);
  const waits = seconds > 0 && !isSameAddress && !busy;
  return (
    <Button type="submit" size="lg" busy={busy} disabled={disabled || waits}>
      <span className="num">{waits ? resendLabel(seconds) : label}</span>
    </Button>
  );
}

/** Requests another code; counts down during the cool-down. */
export function ResendButton({
  coolDown,
  label,
  busy,
  onResend,
}: {
  coolDown: CoolDown;
  label: string;
  busy: boolean;
  onResend: () => void;
}) {
  const seconds = useSecondsLeft(coolDown);
  return (
    <Button look="secondary" wide disabled={seconds > 0} busy={busy} onClick={onResend}>
      <span className="num">{resendLabel(seconds, label)}</span>
    </Button>
  );
}
