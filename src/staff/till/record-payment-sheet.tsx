import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffRecordPayment } from '#contract/till.calls.ts';
import type { OfflineMethod } from '#domain/balance.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { localDateOf } from '#domain/zone.ts';
import { agendaKeys, keepBooking } from '#staff/client/keep-booking.ts';
import { Pick } from '#staff/parts/pick.tsx';
import { clientName } from '#staff/parts/session-texts.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { TillSheet } from '#staff/till/till-sheet.tsx';
import { amountError, amountText, METHODS, parseAmount } from '#staff/till/till-texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { now } from '#web/ui/use-now.ts';
import type { ApiError } from '#web/client/request.ts';

const { zone } = practice;

type RecordPaymentSheetProps = {
  panel: BookingPanel;
  onClose: () => void;
  /** With the number of the receipt. */
  onRecorded: (receipt_number: number) => void;
};

/** Records money that was taken outside the payment page. */
export function RecordPaymentSheet({ panel, onClose, onRecorded }: RecordPaymentSheetProps) {
  const { booking, money } = panel;
  const queries = useQueryClient();
  const [today] = useState(() => localDateOf(now(), zone));
  const [action_id, setActionId] = useState(newActionId);
  // As it was when the sheet opened: after a lost answer the payment may be recorded, and its repeat must be the same.
  const [balance, setBalance] = useState(money.balance_cents);
  const preset = balance === null ? '' : amountText(balance);
  const [amount, setAmount] = useState(preset);
  const [method, setMethod] = useState<OfflineMethod>('CASH');
  const [received_on, setReceivedOn] = useState(today);
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const cents = parseAmount(amount);
  const wrongAmount = amountError(cents, balance);
  const wrongDate =
    received_on === '' || received_on > today ? 'Please choose today or an earlier day.' : null;

  const record = useMutation<OutputOf<typeof staffRecordPayment>, ApiError, number>({
    mutationFn: (paid) =>
      callStaff(staffRecordPayment, {
        params: { id: booking.id },
        body: { action_id, cents: paid, method, received_on, note: note.trim() },
      }),
    onSuccess: ({ booking: changed, receipt_number }) => {
      keepBooking(queries, changed);
      onRecorded(receipt_number);
    },
    onError: async ({ status }) => {
      // Without an answer the same action may have been carried out. Whatever is sent after an answer is another one.
      if (status === 0) return;
      setActionId(newActionId());
      await queries.invalidateQueries({ queryKey: agendaKeys.booking(booking.id) });
      setBalance(
        queries.getQueryData<BookingPanel>(agendaKeys.booking(booking.id))?.money.balance_cents ?? null,
      );
    },
  });

  return (
    <TillSheet
      title="Record a payment"
      subtitle={`${clientName(booking)}, ${booking.service_name}, ${formatDayOf(booking.start_time, zone)}`}
      confirm={cents === null || cents === 0 ? 'Record payment' : `Record ${formatCents(cents)}`}
      busy={record.isPending}
      dirty={amount !== preset || note.trim() !== ''}
      error={record.error?.message ?? null}
      onClose={onClose}
      onConfirm={() => {
        setWasTried(true);
        if (cents !== null && wrongAmount === null && wrongDate === null) record.mutate(cents);
      }}
    >
      <AmountField
        label="Amount"
        hint={
          money.balance_cents === null
            ? 'The client chooses the price.'
            : `Outstanding: ${formatCents(money.balance_cents)}`
        }
        value={amount}
        onChange={setAmount}
        error={wasTried ? wrongAmount : null}
      />
      <div className="till-methods">
        <Pick legend="How" value={method} onChange={setMethod} choices={METHODS} />
      </div>
      <TextField
        label="Received on"
        type="date"
        max={today}
        value={received_on}
        onChange={setReceivedOn}
        error={wasTried ? wrongDate : null}
      />
      <TextField
        label="Note, for your records"
        optional
        maxLength={200}
        value={note}
        onChange={setNote}
        hint="Please leave out anything about health."
      />
    </TillSheet>
  );
}
