import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingPanel } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffSendPaymentLink } from '#contract/till.calls.ts';
import { formatCents } from '#domain/money.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { usePrivacy } from '#staff/parts/privacy.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { MailIcon } from '#web/ui/icons/mail.tsx';
import type { ApiError } from '#web/client/request.ts';

/** Mails the client a link to pay the outstanding balance. */
export function PaymentLinkButton({ panel, look = 'secondary' }: { panel: BookingPanel; look?: ButtonLook }) {
  const { booking, money } = panel;
  const queries = useQueryClient();
  const isPrivate = usePrivacy();
  const isOnline = useOnline();
  // One action for each link that was sent, so that a repeat after a failure counts once.
  const [action_id, setActionId] = useState(newActionId);
  const send = useMutation<OutputOf<typeof staffSendPaymentLink>, ApiError>({
    mutationFn: () => callStaff(staffSendPaymentLink, { params: { id: booking.id }, body: { action_id } }),
    onSuccess: () => {
      setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const amount = money.balance_cents === null ? '' : ` for ${formatCents(money.balance_cents)}`;
  return (
    <div className="panel-act">
      {!send.isSuccess && (
        <Button
          look={look}
          size="sm"
          icon={<MailIcon />}
          busy={send.isPending}
          disabled={!isOnline}
          onClick={() => send.mutate()}
        >
          Send payment link{amount}
        </Button>
      )}
      <div role="status">
        {send.data && (
          <p className="panel-done">
            A payment link is on its way to {isPrivate ? 'the client' : send.data.sent_to}.
          </p>
        )}
      </div>
      {send.error && (
        <Banner tone="error" inSight>
          {send.error.message}
        </Banner>
      )}
    </div>
  );
}
