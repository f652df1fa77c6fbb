import { useState } from 'react';
import { resendLabel, secondsLeft, startsCoolDown } from '#domain/code-cool-down.ts';
import { Button } from '#web/ui/button.tsx';
import { now, useNow } from '#web/ui/use-now.ts';

export type CoolDown = {
  /** Epoch milliseconds of the last code; null before the first. */
  sentAt: number | null;
  /** A code has been sent: now, or at that moment in epoch milliseconds. Answers when. */
  start: (at?: number) => number;
  /** A 'too many attempts' answer starts it as well (spec §4). */
  startIfTooMany: (message: string) => void;
};

/** The pause of 30 seconds after each code (spec §4, §9). */
export function useCoolDown(): CoolDown {
  const [sentAt, setSentAt] = useState<number | null>(null);
  const start = (at = now().getTime()) => {
    setSentAt(at);
    return at;
  };
  return {
    sentAt,
    start,
    startIfTooMany: (message) => {
      if (startsCoolDown(message)) start();
    },
  };
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
  const moment = useNow(1000);
  const seconds = secondsLeft(coolDown.sentAt, moment?.getTime() ?? coolDown.sentAt ?? 0);
  return (
    <Button look="secondary" wide disabled={seconds > 0} busy={busy} onClick={onResend}>
      <span className="num">{resendLabel(seconds, label)}</span>
    </Button>
  );
}
