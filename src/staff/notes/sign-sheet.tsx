import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { staffSignSessionNote } from '#contract/notes.calls.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import { SendNotices, Sheet } from '#staff/parts/sheet.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import type { ApiError } from '#web/client/request.ts';
import { Button } from '#web/ui/button.tsx';

type SignSheetProps = {
  booking_id: string;
  version: number;
  onClose: () => void;
  onSigned: (note: SessionNote) => void;
};

/** Asks before a note becomes final. */
export function SignSheet({ booking_id, version, onClose, onSigned }: SignSheetProps) {
  const isOnline = useOnline();
  const [action_id] = useState(newActionId);
  const sign = useMutation<SessionNote, ApiError>({
    mutationFn: () =>
      callStaff(staffSignSessionNote, { params: { id: booking_id }, body: { action_id, version } }),
    onSuccess: onSigned,
  });
  return (
    <Sheet
      open
      onClose={onClose}
      locked={sign.isPending}
      title="Sign this note?"
      subtitle="After that you can only add to it."
      footer={
        <>
          <Button look="secondary" disabled={sign.isPending} onClick={onClose}>
            Not yet
          </Button>
          <Button busy={sign.isPending} disabled={!isOnline} onClick={() => sign.mutate()}>
            Sign
          </Button>
        </>
      }
    >
      <SendNotices failure={sign.error?.message} action="sign it" />
    </Sheet>
  );
}
