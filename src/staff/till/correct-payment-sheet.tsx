import { useState } from 'react';
import type { OfflinePayment } from '#contract/staff-bookings.schemas.ts';
import { staffCorrectPayment } from '#contract/staff.calls.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { amountError, amountText, methodText, parseAmount } from '#staff/till/till-texts.ts';
import { TextField } from '#web/ui/field.tsx';

type CorrectPaymentSheetProps = {
  payment: OfflinePayment;
  onClose: () => void;
  onCorrected: (text: string) => void;
};

/** Takes back a payment that was typed wrongly or is refunded by hand. That is a record of its own; nothing is deleted. */
export function CorrectPaymentSheet({ payment, onClose, onCorrected }: CorrectPaymentSheetProps) {
  const correct = useAction();
  const whole = amountText(payment.cents);
  const [amount, setAmount] = useState(whole);
  const [note, setNote] = useState('');
  const cents = parseAmount(amount);

  return (
    <ActionSheet
      action={correct}
      title={`Correct receipt ${payment.receipt_number}`}
      subtitle={`${formatCents(payment.cents)} ${methodText(payment.method)}, ${formatDay(payment.received_on)}`}
      confirm={cents === null || cents === 0 ? 'Take back' : `Take back ${formatCents(cents)}`}
      look="danger"
      dirty={amount !== whole || note.trim() !== ''}
      invalid={{ cents: amountError(cents, payment.cents) }}
      onClose={onClose}
      onConfirm={() =>
        correct.run(
          staffCorrectPayment,
          { params: { id: payment.id }, body: { cents: cents!, note: note.trim() } },
          {
            done: ({ receipt_number }) =>
              onCorrected(`Corrected: ${formatCents(cents!)} taken back. Receipt ${receipt_number}.`),
          },
        )
      }
    >
      <p>
        Both stay in the records: the payment, and its correction with a receipt of its own. Money that you
        give back, you give back by hand.
      </p>
      <AmountField label="How much is taken back?" name="cents" value={amount} onChange={setAmount} />
      <TextField
        label="Note, for your records"
        name="note"
        optional
        limit={200}
        value={note}
        onChange={setNote}
      />
    </ActionSheet>
  );
}
