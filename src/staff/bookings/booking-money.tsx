import { useState } from 'react';
import { Eye, ReceiptText } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { staffRevealAmount } from '#contract/staff.calls.ts';
import type { BookingPanel, OfflinePayment } from '#contract/staff-bookings.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { formatDay, formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { useShown } from '#staff/parts/privacy.ts';
import type { OpenSheet } from '#staff/bookings/panel-sheets.tsx';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { PaymentLinkButton } from '#staff/till/payment-link-button.tsx';
import { FREE_TEXTS, methodText } from '#staff/till/till-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;
/** Amounts that were hidden, as they are shown until the booking changes. */
export type Amounts = OutputOf<typeof staffRevealAmount>;

/** The tab Money. Amounts that the client chose stay hidden until they are asked for, which is recorded. */
export function BookingMoney({
  panel,
  onOpen,
  onReveal,
}: {
  panel: BookingPanel;
  onOpen: (sheet: OpenSheet) => void;
  onReveal: (amounts: Amounts) => void;
}) {
  const { booking, money, allowed_actions } = panel;
  const can = (action: BookingPanel['allowed_actions'][number]) => allowed_actions.includes(action);
  const reveal = useAction();
  const [wasShown, setWasShown] = useState(false);
  const isOnline = useOnline();
  const show = useShown();
  const { is_hidden: isHidden, price_cents, tax_cents, paid_cents, refunded_cents } = money;
  const amount = (cents: number | null | undefined) => (isHidden ? 'Hidden' : formatCents(cents ?? 0));
  const paid = (paid_cents ?? 0) - (refunded_cents ?? 0);
  // What is left is less than what was paid also by refunds that wait, and by external ones of the whole payment.
  const kept = Math.min(paid, money.left_cents ?? paid) + money.offline_cents;
  // Until the client has chosen the price there is no amount to hide.
  const isOpen = money.has_balance && money.balance_cents === null;
  const isPaidHidden = isHidden && !isOpen;

  return (
    <>
      <dl className="sums">
        <div>
          <dt>
            {booking.service_name}
            {money.free_reason !== null && <small>{FREE_TEXTS[money.free_reason]}</small>}
          </dt>
          <dd>{isOpen ? 'The client chooses' : amount(price_cents)}</dd>
        </div>
        {!isOpen && (isHidden || (tax_cents !== null && tax_cents > 0)) && (
          <div>
            <dt>Tax</dt>
            <dd>{amount(tax_cents)}</dd>
          </div>
        )}
        {(money.paid_at !== null || booking.status === 'PENDING' || isPaidHidden) && (
          <div>
            <dt>
              {money.paid_at ? 'Paid by card' : 'Paid'}
              {money.paid_at && <small>{formatDayOf(money.paid_at, zone)}</small>}
            </dt>
            <dd>{booking.status === 'PENDING' ? 'Not yet' : amount(paid_cents)}</dd>
          </div>
        )}
        {money.offline_payments.map((payment) => (
          <OfflineRow key={payment.id} payment={payment} money={money} onOpen={onOpen} />
        ))}
        {money.refunds.map((refund) => (
          <div key={`${refund.at} ${refund.is_external}`}>
            <dt className={failedClass(refund)}>
              {refund.is_external
                ? 'Refund at the payment provider'
                : `Refund ${refund.state === 'FAILED' ? 'failed' : 'on its way'}`}
              <small>
                {formatDayTime(refund.at, zone)}
                {refund.is_external && (refund.state === 'FAILED' ? ' · failed' : ' · of the whole payment')}
                {show(refund.reason) && ` · ${show(refund.reason)}`}
              </small>
            </dt>
            <dd className={failedClass(refund)}>
              {refund.cents === null && (isHidden || refund.is_external)
                ? 'Hidden'
                : refundAmount(refund.cents, refunded_cents)}
            </dd>
          </div>
        ))}
        {money.has_balance ? (
          <div className="total">
            <dt>Outstanding balance</dt>
            <dd>{money.balance_cents === null ? 'Not chosen yet' : formatCents(money.balance_cents)}</dd>
          </div>
        ) : (
          !isHidden &&
          (money.free_reason === null || kept > 0) && (
            <div className="total">
              <dt>Stays with you</dt>
              <dd>{formatCents(kept)}</dd>
            </div>
          )
        )}
      </dl>
      <div className="money-acts">
        {can('RECORD_PAYMENT') && (
          <Button
            look="soft"
            size="sm"
            icon={<Icon of={ReceiptText} />}
            disabled={!isOnline}
            onClick={() => onOpen({ kind: 'payment' })}
          >
            Record payment
          </Button>
        )}
        {can('CHANGE_PRICE') && (
          <Button look="secondary" size="sm" disabled={!isOnline} onClick={() => onOpen({ kind: 'price' })}>
            Change price…
          </Button>
        )}
        {can('REFUND') && (
          <Button look="secondary" size="sm" disabled={!isOnline} onClick={() => onOpen({ kind: 'refund' })}>
            Refund…
          </Button>
        )}
        {can('SEND_PAYMENT_LINK') && booking.status !== 'NO_SHOW' && <PaymentLinkButton panel={panel} />}
      </div>
      {isPaidHidden && (
        <div className="grid gap-3 justify-items-start px-4 pt-3.5 pb-4 border border-dashed border-control rounded-inner text-grid">
          <p>
            The client chose this price, or one that the same payment paid, so the amount stays between them
            and the payment page. Showing it is recorded.
          </p>
          <Button
            look="secondary"
            icon={<Icon of={Eye} />}
            busy={reveal.isPending}
            disabled={!isOnline}
            onClick={() =>
              reveal.run(
                staffRevealAmount,
                { params: { id: booking.id } },
                {
                  done: (amounts) => {
                    setWasShown(true);
                    onReveal(amounts);
                  },
                },
              )
            }
          >
            Show amount
          </Button>
          <ActionFailure action={reveal} />
          <OfflineNotice />
        </div>
      )}
      <div aria-live="polite" className="sr-only">
        {wasShown && !isHidden && `The price is ${formatCents(price_cents ?? 0)}.`}
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

/** Money that was taken at the visit, with its receipt; what was typed wrongly is corrected next to it. */
function OfflineRow({
  payment,
  money,
  onOpen,
}: {
  payment: OfflinePayment;
  money: BookingPanel['money'];
  onOpen: (sheet: OpenSheet) => void;
}) {
  const { receipt_number, cents, method, received_on, note, corrects, can_correct } = payment;
  const isOnline = useOnline();
  const show = useShown();
  const corrected = money.offline_payments.find(({ id }) => id === corrects);
  return (
    <div>
      <dt>
        {corrected ? `Correction of receipt ${corrected.receipt_number}` : `Paid ${methodText(method)}`}
        <small>
          {formatDay(received_on)}
          {show(note) && ` · ${show(note)}`}
        </small>
        <span className="acts">
          <button type="button" className="act" onClick={() => onOpen({ kind: 'receipt', receipt_number })}>
            Receipt {receipt_number}
          </button>
          {can_correct && (
            <button
              type="button"
              className="act"
              disabled={!isOnline}
              onClick={() => onOpen({ kind: 'correct', payment })}
            >
              Correct…<span className="sr-only"> receipt {receipt_number}</span>
            </button>
          )}
        </span>
      </dt>
      <dd>{cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)}</dd>
    </div>
  );
}

const failedClass = ({ state }: BookingPanel['money']['refunds'][number]) =>
  state === 'FAILED' ? 'text-bad-ink' : undefined;

/** A revealed booking still has no amount for each refund; one refund is all that was refunded. */
const refundAmount = (cents: number | null, refunded_cents: number | null | undefined): string =>
  `−${formatCents(cents ?? refunded_cents ?? 0)}`;
