import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OfflinePayment } from '#contract/staff-bookings.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffCorrectPayment } from '#contract/till.calls.ts';
import { formatDay } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { keepBooking } from '#staff/client/keep-booking.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { TillSheet } from '#staff/till/till-sheet.tsx';
import { amountError, amountText, methodText, parseAmount } from '#staff/till/till-texts.ts';
import { TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/client/request.ts';

type CorrectPaymentSheetProps = {
  payment: OfflinePayment;
  onClose: () => void;
  onCorrected: (text: string) => void;
};

/** Takes back a payment that was typed wrongly or is given back by hand. It is recorded beside it; nothing is deleted. */
export function CorrectPaymentSheet({ payment, onClose, onCorrected }: CorrectPaymentSheetProps) {
  const queries = useQueryClient();
  const [action_id, setActionId] = useState(newActionId);
  const [amount, setAmount] = useState(amountText(payment.cents));
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const cents = parseAmount(amount);
  const wrongAmount = amountError(cents, payment.cents);

  const correct = useMutation<OutputOf<typeof staffCorrectPayment>, ApiError, number>({
    mutationFn: (taken) =>
      callStaff(staffCorrectPayment, {
        params: { id: payment.id },
        body: { action_id, cents: taken, note: note.trim() },
      }),
    onSuccess: ({ booking, receipt_number }, taken) => {
      keepBooking(queries, booking);
      onCorrected(`Corrected: ${formatCents(taken)} taken back. Receipt ${receipt_number}.`);
    },
    onError: ({ status }) => {
      if (status !== 0) setActionId(newActionId());
    },
  });

  return (
    <TillSheet
      title={`Correct receipt ${payment.receipt_number}`}
      subtitle={`${formatCents(payment.cents)} ${methodText(payment.method)}, ${formatDay(payment.received_on)}`}
      confirm={cents === null || cents === 0 ? 'Take back' : `Take back ${formatCents(cents)}`}
      look="danger"
      keep="Keep it"
      busy={correct.isPending}
      dirty={note.trim() !== ''}
      error={correct.error?.message ?? null}
      onClose={onClose}
      onConfirm={() => {
        setWasTried(true);
        if (cents !== null && wrongAmount === null) correct.mutate(cents);
      }}
    >
      <p>
        Both stay in the records: the payment, and its correction with a receipt of its own. Money that you
        give back, you give back by hand.
      </p>
      <AmountField
        label="How much is taken back?"
        value={amount}
        onChange={setAmount}
        error={wasTried ? wrongAmount : null}
      />
      <TextField label="Note, for your records" optional maxLength={200} value={note} onChange={setNote} />
    </TillSheet>
  );
}
