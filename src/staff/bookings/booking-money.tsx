import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffRevealAmount } from '#contract/agenda.calls.ts';
import type { BookingPanel } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EyeIcon } from '#web/ui/icons.tsx';
import type { ApiError } from '#web/client/request.ts';

const { zone } = practice;
type Amounts = OutputOf<typeof staffRevealAmount>;

const REFUND_STATES = { QUEUED: 'queued, we keep trying', DONE: 'on its way', FAILED: 'failed' } as const;

/** The tab Money. Amounts that the client chose stay hidden until they are asked for, which is recorded. */
export function BookingMoney({ panel: { booking, money } }: { panel: BookingPanel }) {
  const [action_id] = useState(newActionId);
  const isOnline = useOnline();
  const reveal = useMutation<Amounts, ApiError, void>({
    mutationFn: () => callStaff(staffRevealAmount, { params: { id: booking.id }, body: { action_id } }),
  });
  const { price_cents, tax_cents, paid_cents, refunded_cents } = reveal.data ?? money;
  const isHidden = money.is_hidden && !reveal.data;
  const amount = (cents: number | null | undefined) => (isHidden ? 'Hidden' : formatCents(cents ?? 0));
  const kept = (paid_cents ?? 0) - (refunded_cents ?? 0);

  return (
    <>
      <dl className="sums">
        <div>
          <dt>{booking.service_name}</dt>
          <dd>{amount(price_cents)}</dd>
        </div>
        {(isHidden || tax_cents !== null) && (
          <div>
            <dt>Tax</dt>
            <dd>{amount(tax_cents)}</dd>
          </div>
        )}
        <div>
          <dt>
            {money.paid_at ? 'Paid by card' : 'Paid'}
            {money.paid_at && <small>{formatDayOf(money.paid_at, zone)}</small>}
          </dt>
          <dd>{booking.status === 'PENDING' ? 'Not yet' : amount(paid_cents)}</dd>
        </div>
        {money.refunds.map((refund) => (
          <div key={refund.at} className={refund.state === 'FAILED' ? 'is-failed' : undefined}>
            <dt>
              Refund, {REFUND_STATES[refund.state]}
              <small>
                {formatDayOf(refund.at, zone)}, {formatClock(refund.at, zone)}
              </small>
            </dt>
            <dd>
              {refund.cents === null && isHidden ? 'Hidden' : refundAmount(refund.cents, refunded_cents)}
            </dd>
          </div>
        ))}
        {!isHidden && (
          <div className="total">
            <dt>Stays with you</dt>
            <dd>{formatCents(kept)}</dd>
          </div>
        )}
      </dl>
      {isHidden && (
        <div className="reveal">
          <p>
            The client chose this price, so the amount stays between them and the payment page. Showing it is
            recorded.
          </p>
          <Button
            look="secondary"
            icon={<EyeIcon />}
            busy={reveal.isPending}
            disabled={!isOnline}
            onClick={() => reveal.mutate()}
          >
            Show amount
          </Button>
          {!isOnline && <p className="text-muted">You’re offline.</p>}
          {reveal.error && <Banner tone="error">{reveal.error.message}</Banner>}
        </div>
      )}
      <div aria-live="polite" className="sr-only">
        {reveal.data && `The price is ${formatCents(reveal.data.price_cents)}.`}
      </div>
      {money.receipt_url && (
        <p>
          <a href={money.receipt_url} target="_blank" rel="noreferrer">
            Receipt
          </a>
        </p>
      )}
    </>
  );
}

/** A revealed booking still has no amount for each refund; one refund is all that was refunded. */
const refundAmount = (cents: number | null, refunded_cents: number | null | undefined): string =>
  `−${formatCents(cents ?? refunded_cents ?? 0)}`;
