import { useId, useState } from 'react';
import { Mail } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffSendPaymentLink } from '#contract/staff.calls.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { isPayable, tooSmallText } from '#domain/money/payable.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { addressee } from '#staff/parts/privacy.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { paymentLinkLabel, sumOf } from '#staff/till/till-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/choices.css';

const { zone } = practice;

/** Mails the client a link to pay the outstanding balance, on request that of their other visits too. */
export function PaymentLinkButton({ panel }: { panel: BookingPanel }) {
  const { booking, client, money } = panel;
  const hasNoAddress = client !== null && client.email === '';
  const whyId = useId();
  const isOnline = useOnline();
  const send = useAction();
  const [sent_to, setSentTo] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = money.also_owed.filter(({ id }) => chosen.includes(id));
  const isTooSmall = !isPayable(sumOf([money, ...others]), practice.currency);
  const why = hasNoAddress
    ? `${client.first_name} has no e-mail address for a payment link.`
    : isTooSmall
      ? tooSmallText(practice.currency)
      : null;
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <div className="panel-act grid justify-items-start">
      {sent_to === null && !hasNoAddress && money.also_owed.length > 0 && (
        <fieldset>
          <legend className="text-muted text-small">Also for</legend>
          {money.also_owed.map(({ id, service_name, start_time, balance_cents }) => (
            <label key={id} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={send.isPending}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              <span>
                {service_name}, {formatDayTime(start_time, zone)}
                {balance_cents !== null && `, ${formatCents(balance_cents)}`}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {sent_to === null && (
        <Button
          look="secondary"
          size="sm"
          icon={<Icon of={Mail} />}
          busy={send.isPending}
          disabled={!isOnline || why !== null}
          aria-describedby={why === null ? undefined : whyId}
          onClick={() =>
            send.run(
              staffSendPaymentLink,
              { params: { id: booking.id }, body: { also_for: others.map(({ id }) => id) } },
              { done: (sent) => setSentTo(addressee(sent.sent_to)) },
            )
          }
        >
          {paymentLinkLabel([money, ...others])}
        </Button>
      )}
      {why !== null && (
        <p id={whyId} className="text-muted">
          {why}
        </p>
      )}
      <div role="status">
        {sent_to !== null && (
          <p className="text-sage-strong text-grid font-semibold">{`A payment link is on its way to ${sent_to}.`}</p>
        )}
      </div>
      <ActionFailure action={send} />
    </div>
  );
}
