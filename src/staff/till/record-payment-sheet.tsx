import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { staffRecordPayment } from '#contract/staff.calls.ts';
import type { OfflineMethod } from '#domain/visits/balance.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { clientName } from '#staff/parts/session-texts.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { amountError, amountText, METHODS, parseAmount } from '#staff/till/till-texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { now } from '#web/ui/use-now.ts';

const { zone } = practice;

type RecordPaymentSheetProps = {
  booking: SessionRow;
  /** Null: the client chooses the price. */
  balance_cents: number | null;
  onClose: () => void;
  /** With the number of the receipt. */
  onRecorded: (receipt_number: number) => void;
};

/** Records money that was taken outside the payment page. */
export function RecordPaymentSheet({ booking, balance_cents, onClose, onRecorded }: RecordPaymentSheetProps) {
  const record = useAction();
  const [today] = useState(() => localDateOf(now(), zone));
  const [preset] = useState(() => (balance_cents === null ? '' : amountText(balance_cents)));
  const [amount, setAmount] = useState(preset);
  const [method, setMethod] = useState<OfflineMethod>('CASH');
  const [received_on, setReceivedOn] = useState(today);
  const [note, setNote] = useState('');
  const cents = parseAmount(amount);
  // Without an answer the payment may be recorded: its repeat must be the same, though nothing is outstanding any more.
  const most = record.isUnanswered ? null : balance_cents;

  return (
    <ActionSheet
      action={record}
      title="Record a payment"
      subtitle={`${clientName(booking)}, ${booking.service_name}, ${formatDayOf(booking.start_time, zone)}`}
      confirm={cents === null || cents === 0 ? 'Record payment' : `Record ${formatCents(cents)}`}
      dirty={amount !== preset || note.trim() !== ''}
      invalid={{
        cents: amountError(cents, most),
        received_on:
          received_on === '' || received_on > today ? 'Please choose today or an earlier day.' : null,
      }}
      onClose={onClose}
      onConfirm={() =>
        record.run(
          staffRecordPayment,
          {
            params: { id: booking.id },
            body: { cents: cents!, method, received_on, note: note.trim() },
          },
          { done: ({ receipt_number }) => onRecorded(receipt_number) },
        )
      }
    >
      <AmountField
        label="Amount"
        name="cents"
        hint={
          balance_cents === null
            ? 'The client chooses the price.'
            : `Outstanding: ${formatCents(balance_cents)}`
        }
        value={amount}
        onChange={setAmount}
      />
      <Pick legend="How" value={method} onChange={setMethod} choices={METHODS} columns="always" />
      <TextField
        label="Received on"
        name="received_on"
        type="date"
        max={today}
        value={received_on}
        onChange={setReceivedOn}
      />
      <TextField
        label="Note, for your records"
        name="note"
        optional
        limit={200}
        value={note}
        onChange={setNote}
        hint="Please leave out anything about health."
      />
    </ActionSheet>
  );
}
