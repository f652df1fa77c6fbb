import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/call.ts';
import { staffRemindOfForms } from '#contract/clients.calls.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { shownAddressee } from '#staff/parts/privacy.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { MailIcon } from '#web/ui/icons/mail.tsx';
import type { ApiError } from '#web/client/request.ts';

/** Mails the client which forms of a visit are missing. */
export function FormReminder({ booking_id }: { booking_id: string }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  // One action for each reminder that was sent, so that a repeat after a failure counts once.
  const [action_id, setActionId] = useState(newActionId);
  const remind = useMutation<OutputOf<typeof staffRemindOfForms>, ApiError>({
    mutationFn: () => callStaff(staffRemindOfForms, { params: { id: booking_id }, body: { action_id } }),
    onSuccess: () => {
      setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  return (
    <div className="panel-act">
      {!remind.isSuccess && (
        <Button
          look="secondary"
          size="sm"
          icon={<MailIcon />}
          busy={remind.isPending}
          disabled={!isOnline}
          onClick={() => remind.mutate()}
        >
          Send form reminder
        </Button>
      )}
      <div role="status">
        {remind.data && (
          <p className="panel-done">A reminder is on its way to {shownAddressee(remind.data.sent_to)}.</p>
        )}
      </div>
      {remind.error && (
        <Banner tone="error" inSight>
          {remind.error.message}
        </Banner>
      )}
    </div>
  );
}
