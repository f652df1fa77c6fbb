import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffRefund } from '#contract/staff.calls.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { MailChoice } from '#staff/parts/mail-choice.tsx';
import { firstName } from '#staff/parts/session-texts.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { amountError, parseAmount } from '#staff/till/till-texts.ts';
import { TextField } from '#web/ui/field.tsx';
import '#web/ui/choices.css';

type RefundSheetProps = {
  panel: BookingPanel;
  onClose: () => void;
  onRefunded: (text: string) => void;
};

/** Refunds a part of a card payment, or all of it, while the booking stays. A hidden amount is refunded in full only. */
export function RefundSheet({ panel, onClose, onRefunded }: RefundSheetProps) {
  const { booking, client, money } = panel;
  const refund = useAction();
  const { base, changed } = useBase(refund, booking);
  const left = money.left_cents;
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const name = firstName(booking);
  const hasEmail = booking.client?.has_email ?? false;
  const cents = left === null ? null : parseAmount(amount);
  // Without an answer it may be on its way back already: the repeat must be the same.
  const most = refund.isUnanswered ? null : left;
  const what = cents === null ? 'The refund' : formatCents(cents);

  return (
    <ActionSheet
      action={refund}
      title={`Refund ${client ? name : 'a payment'}`}
      subtitle={`${booking.service_name}, ${formatDayOf(booking.start_time, practice.zone)}. The booking stays.`}
      confirm={
        left === null
          ? 'Refund in full'
          : cents === null || cents === 0
            ? 'Refund'
            : `Refund ${formatCents(cents)}`
      }
      changed={changed}
      dirty={amount !== '' || reason.trim() !== ''}
      invalid={{
        cents: left === null ? null : amountError(cents, most),
        reason: reason.trim() === '' ? 'Please enter a reason.' : null,
      }}
      onClose={onClose}
      onConfirm={() =>
        refund.run(
          staffRefund,
          {
            params: { id: booking.id },
            body: {
              base_updated_at: base.updated_at,
              cents: cents ?? 'ALL',
              reason: reason.trim(),
              notify: notify && hasEmail,
            },
          },
          { done: () => onRefunded(`${what} is on its way back to ${client ? `${name}’s` : 'the'} card.`) },
        )
      }
    >
      {left === null ? (
        <p>
          The client chose this price, or one that the same payment paid, so the amount stays hidden.
          Everything that is left of this booking goes back. To refund a part, show the amount first.
        </p>
      ) : (
        <AmountField
          label="How much?"
          name="cents"
          hint={`${formatCents(left)} of it is left.`}
          value={amount}
          onChange={setAmount}
          presets={[
            { label: 'All', cents: left },
            ...(left % 2 === 0 ? [{ label: 'Half', cents: left / 2 }] : []),
          ]}
        />
      )}
      <TextField
        label="Reason, for your records"
        name="reason"
        limit={200}
        value={reason}
        onChange={setReason}
        hint={`${name} doesn’t see it. Please leave out anything about health.`}
      />
      {hasEmail && (
        <MailChoice label={`E-mail ${name}`} notify={notify} onNotify={setNotify}>
          <p className="field-hint">
            The e-mail says how much goes back, and that it takes 5 to 10 days to show.
          </p>
        </MailChoice>
      )}
    </ActionSheet>
  );
}
