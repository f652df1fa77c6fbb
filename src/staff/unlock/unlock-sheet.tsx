import { staffUnlock } from '#contract/staff.calls.ts';
import type { LockReason } from '#contract/staff.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { declineUnlock } from '#staff/api/unlock.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { type Proof, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';

const LEADS: Record<LockReason, string> = {
  LOCKED: 'Unlock them to read answers and notes.',
  IDLE: 'Locked after 15 quiet minutes. What you typed is kept.',
  HOUR: 'Locked after an hour. What you typed is kept.',
};

/** Asks for a second factor over the screen that needs it. The calls that wait go on once it is unlocked. */
export function UnlockSheet({ reason }: { reason: LockReason }) {
  const { proof, setProof, refused, invalid } = useProof();
  const unlock = useAction();
  const onUnlock = (given: Proof) => unlock.ask(() => callStaff(staffUnlock, { body: given }), { refused });
  return (
    <ActionSheet
      action={unlock}
      title="Health notes are locked"
      subtitle={LEADS[reason]}
      confirm="Unlock"
      isForm
      className="grid gap-4"
      invalid={invalid}
      onClose={declineUnlock}
      onConfirm={() => onUnlock(proof)}
    >
      <ProofField value={proof} onChange={(next) => ('passkey' in next ? onUnlock(next) : setProof(next))} />
    </ActionSheet>
  );
}
