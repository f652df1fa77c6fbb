import { useState } from 'react';
import { resendLabel, secondsLeft, startsCoolDown } from '#domain/code-cool-down.ts';
import { Button } from '#web/ui/button.tsx';
import { now, useNow } from '#web/ui/use-now.ts';

export type CoolDown = {
  /** Epoch milliseconds of the last code; null before the first. */
  sentAt: number | null;
  /** Whether it runs at this moment. For what is shown there is useSecondsLeft. */
  isRunning: () => boolean;
  /** A code has been sent: now, or at that moment in epoch milliseconds. Answers when. */
  start: (at?: number) => number;
  /** A 'too many attempts' answer starts it as well (product.md §4.3.2). */
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

/** Whole seconds until another code may be asked for, ticking. */
function useSecondsLeft({ sentAt }: CoolDown): number {
  const moment = useNow(1000);
  return secondsLeft(sentAt, moment?.getTime() ?? sentAt ?? 0);
}

/** Asks for the first code; while a code to another address is fresh it counts down instead. */
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
  /** The code that is on its way goes to the address in the field: pressing leads on to it. */
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

/** Asks for another code; counts down while it may not. */
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
