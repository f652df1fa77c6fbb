import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffSendPaymentLink } from '#contract/till.calls.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { shownAddressee } from '#staff/parts/privacy.ts';
import { paymentLinkLabel } from '#staff/till/till-texts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { MailIcon } from '#web/ui/icons/mail.tsx';
import type { ApiError } from '#web/client/request.ts';
import '#web/ui/choices.css';

const { zone } = practice;

/** Mails the client a link to pay the outstanding balance, on request that of their other visits too. */
export function PaymentLinkButton({ panel }: { panel: BookingPanel }) {
  const { booking, client, money } = panel;
  const hasNoAddress = client !== null && client.email === '';
  const whyId = useId();
  const queries = useQueryClient();
  const isOnline = useOnline();
  // One action for each link that was sent, so that a repeat after a failure counts once.
  const [action_id, setActionId] = useState(newActionId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = money.also_owed.filter(({ id }) => chosen.includes(id));
  const send = useMutation<OutputOf<typeof staffSendPaymentLink>, ApiError>({
    mutationFn: () =>
      callStaff(staffSendPaymentLink, {
        params: { id: booking.id },
        body: { action_id, also_for: others.map(({ id }) => id) },
      }),
    onSuccess: () => {
      setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const choose = (id: string, isChosen: boolean) => {
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
    setActionId(newActionId());
  };
  return (
    <div className="panel-act">
      {!send.isSuccess && !hasNoAddress && money.also_owed.length > 0 && (
        <fieldset className="also-owed">
          <legend>Also for</legend>
          {money.also_owed.map(({ id, service_name, start_time, balance_cents }) => (
            <label key={id} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={send.isPending}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              <span>
                {service_name}, {formatDayOf(start_time, zone)}, {formatClock(start_time, zone)}
                {balance_cents !== null && `, ${formatCents(balance_cents)}`}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {!send.isSuccess && (
        <Button
          look="secondary"
          size="sm"
          icon={<MailIcon />}
          busy={send.isPending}
          disabled={!isOnline || hasNoAddress}
          aria-describedby={hasNoAddress ? whyId : undefined}
          onClick={() => send.mutate()}
        >
          {paymentLinkLabel([money, ...others])}
        </Button>
      )}
      {hasNoAddress && (
        <p id={whyId} className="text-muted">
          {`${client.first_name} has no e-mail address for a payment link.`}
        </p>
      )}
      <div role="status">
        {send.data && (
          <p className="panel-done">A payment link is on its way to {shownAddressee(send.data.sent_to)}.</p>
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
