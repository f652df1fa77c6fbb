import { practice } from '#content/public/practice.ts';
import { staffWithdrawRecommendation } from '#contract/staff.calls.ts';
import type { NotesOfVisit, RecommendationFacts } from '#contract/notes.schemas.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';

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
  const withdraw = useAction();
  return (
    <ActionSheet
      action={withdraw}
      title="Withdraw this note?"
      subtitle={`It is a draft again. ${client.first_name} reads: “${practice.practitioner.first_name} has withdrawn this note.” A suggested session ends with it.`}
      confirm="Withdraw"
      look="danger"
      onClose={onClose}
      onConfirm={() =>
        withdraw.run(
          staffWithdrawRecommendation,
          { params: { id: booking_id } },
          {
            done: onWithdrawn,
            refused: ({ code }) => {
              if (code === 'NOTE_CHANGED') onChangedElsewhere();
            },
          },
        )
      }
    />
  );
}
