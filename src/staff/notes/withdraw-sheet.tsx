import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffWithdrawRecommendation } from '#contract/notes.calls.ts';
import type { NotesOfVisit, RecommendationFacts } from '#contract/notes.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { SendNotices, Sheet } from '#staff/parts/sheet.tsx';
import type { ApiError } from '#web/client/request.ts';
import { Button } from '#web/ui/button.tsx';

type WithdrawSheetProps = {
  visit: NotesOfVisit['visit'];
  onClose: () => void;
  onWithdrawn: (facts: RecommendationFacts) => void;
  /** Another device has changed it. */
  onChangedElsewhere: () => void;
};

/** Asks before a publication is taken back. */
export function WithdrawSheet({
  visit: { booking_id, client },
  onClose,
  onWithdrawn,
  onChangedElsewhere,
}: WithdrawSheetProps) {
  const isOnline = useOnline();
  const [action_id] = useState(newActionId);
  const withdraw = useMutation<RecommendationFacts, ApiError>({
    mutationFn: () =>
      callStaff(staffWithdrawRecommendation, { params: { id: booking_id }, body: { action_id } }),
    onSuccess: onWithdrawn,
    onError: ({ code }) => {
      if (code === 'NOTE_CHANGED') onChangedElsewhere();
    },
  });
  return (
    <Sheet
      open
      onClose={onClose}
      locked={withdraw.isPending}
      title="Withdraw this note?"
      subtitle={`It is a draft again. ${client.first_name} reads: “${practice.practitioner.first_name} has withdrawn this note.” A suggested session ends with it.`}
      footer={
        <>
          <Button look="secondary" disabled={withdraw.isPending} onClick={onClose}>
            Keep it
          </Button>
          <Button
            look="danger"
            busy={withdraw.isPending}
            disabled={!isOnline}
            onClick={() => withdraw.mutate()}
          >
            Withdraw
          </Button>
        </>
      }
    >
      <SendNotices failure={withdraw.error?.message} action="withdraw it" />
    </Sheet>
  );
}
