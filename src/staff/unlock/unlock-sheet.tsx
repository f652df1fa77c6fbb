import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { staffUnlock } from '#contract/staff.calls.ts';
import type { LockReason } from '#contract/staff.schemas.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { declineUnlock } from '#staff/client/unlock.ts';
import { otherError, type Proof, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

const LEADS: Record<LockReason, string> = {
  LOCKED: 'Unlock them to read answers and notes.',
  IDLE: 'Locked after 15 quiet minutes. What you typed is kept.',
  HOUR: 'Locked after an hour. What you typed is kept.',
};

/** Asks for a second factor over the screen that needs it. The calls that wait go on once it is unlocked. */
export function UnlockSheet({ reason }: { reason: LockReason }) {
  const form = useId();
  const { proof, setProof, refused } = useProof();
  const unlock = useMutation<unknown, ApiError, Proof>({
    mutationFn: (body) => callStaff(staffUnlock, { body }),
    onError: refused,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!unlock.isPending) unlock.mutate(proof);
  };
  const other = otherError(unlock.error);
  return (
    <Sheet
      open
      onClose={declineUnlock}
      title="Health notes are locked"
      subtitle={LEADS[reason]}
      locked={unlock.isPending}
      footer={
        <>
          <Button look="secondary" onClick={declineUnlock}>
            Not now
          </Button>
          <Button type="submit" form={form} busy={unlock.isPending}>
            Unlock
          </Button>
        </>
      }
    >
      <form id={form} method="post" className="grid gap-4" onSubmit={submit}>
        <ProofField
          value={proof}
          onChange={(next) => ('passkey' in next ? unlock.mutate(next) : setProof(next))}
          error={unlock.error}
        />
        {other && <Banner tone="error">{other.message}</Banner>}
      </form>
    </Sheet>
  );
}
