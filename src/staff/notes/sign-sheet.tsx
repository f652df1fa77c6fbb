import { staffSignSessionNote } from '#contract/staff.calls.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';

type SignSheetProps = {
  booking_id: string;
  version: number;
  onClose: () => void;
  onSigned: (note: SessionNote) => void;
};

/** Asks before a note becomes final. */
export function SignSheet({ booking_id, version, onClose, onSigned }: SignSheetProps) {
  const sign = useAction();
  return (
    <ActionSheet
      action={sign}
      title="Sign this note?"
      subtitle="After that you can only add to it."
      confirm="Sign"
      onClose={onClose}
      onConfirm={() =>
        sign.run(staffSignSessionNote, { params: { id: booking_id }, body: { version } }, { done: onSigned })
      }
    />
  );
}
