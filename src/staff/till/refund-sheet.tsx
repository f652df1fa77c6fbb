import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffRefund } from '#contract/till.calls.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { agendaKeys, keepBooking } from '#staff/client/keep-booking.ts';
import { MailChoice } from '#staff/parts/mail-choice.tsx';
import { firstName } from '#staff/parts/session-texts.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { TillSheet } from '#staff/till/till-sheet.tsx';
import { amountError, parseAmount } from '#staff/till/till-texts.ts';
import { TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/client/request.ts';
import '#web/ui/choices.css';

type RefundSheetProps = {
  panel: BookingPanel;
  onClose: () => void;
  onRefunded: (text: string) => void;
};

/** Refunds a part of a card payment, or all of it, while the booking stays. A hidden amount is refunded in full only. */
export function RefundSheet({ panel, onClose, onRefunded }: RefundSheetProps) {
  const { booking, client } = panel;
  const queries = useQueryClient();
  // The row as it was when the sheet opened: what is refunded is what was read.
  const [shown, setShown] = useState(panel);
  const left = shown.money.left_cents;
  const [action_id, setActionId] = useState(newActionId);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const [wasTried, setWasTried] = useState(false);
  const name = firstName(booking);
  const hasEmail = booking.client?.has_email ?? false;
  const cents = left === null ? null : parseAmount(amount);
  const wrongAmount = left === null ? null : amountError(cents, left);
  const wrongReason = reason.trim() === '' ? 'Please enter a reason.' : null;

  const refund = useMutation<BookingPanel, ApiError, number | 'ALL'>({
    mutationFn: (wanted) =>
      callStaff(staffRefund, {
        params: { id: booking.id },
        body: {
          action_id,
          base_updated_at: shown.booking.updated_at,
          cents: wanted,
          reason: reason.trim(),
          notify: notify && hasEmail,
        },
      }),
    onSuccess: (changed, wanted) => {
      keepBooking(queries, changed);
      const what = wanted === 'ALL' ? 'The refund' : formatCents(wanted);
      onRefunded(`${what} is on its way back to ${client ? `${name}’s` : 'the'} card.`);
    },
    onError: ({ status }) => {
      if (status === 0) return;
      setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: agendaKeys.booking(booking.id) });
    },
  });
  // Without an answer it may have been carried out: the repeat must be the same.
  const isUnanswered = refund.error?.status === 0;
  const isChanged =
    !isUnanswered &&
    !refund.isPending &&
    !refund.isSuccess &&
    shown.booking.updated_at !== booking.updated_at;

  return (
    <TillSheet
      title={`Refund ${client ? name : 'a payment'}`}
      subtitle={`${booking.service_name}, ${formatDayOf(booking.start_time, practice.zone)}. The booking stays.`}
      confirm={
        left === null
          ? 'Refund in full'
          : cents === null || cents === 0
            ? 'Refund'
            : `Refund ${formatCents(cents)}`
      }
      busy={refund.isPending}
      dirty={amount !== '' || reason.trim() !== ''}
      error={
        isChanged
          ? 'This booking was changed a moment ago. Please check the amount and press again.'
          : (refund.error?.message ?? null)
      }
      onClose={onClose}
      onConfirm={() => {
        if (isChanged) {
          setShown(panel);
          refund.reset();
          return;
        }
        setWasTried(true);
        if (wrongAmount === null && wrongReason === null) refund.mutate(left === null ? 'ALL' : cents!);
      }}
    >
      {left === null ? (
        <p>
          The client chose this price, so the amount stays hidden. Everything that is left of it goes back.
        </p>
      ) : (
        <AmountField
          label="How much?"
          hint={`${formatCents(left)} of it is left.`}
          value={amount}
          onChange={setAmount}
          error={wasTried ? wrongAmount : null}
          presets={[
            { label: 'All', cents: left },
            ...(left % 2 === 0 ? [{ label: 'Half', cents: left / 2 }] : []),
          ]}
        />
      )}
      <TextField
        label="Reason, for your records"
        maxLength={200}
        value={reason}
        onChange={setReason}
        error={wasTried ? wrongReason : null}
        hint={`${name} doesn’t see it. Please leave out anything about health.`}
      />
      {hasEmail && (
        <MailChoice label={`E-mail ${name}`} notify={notify} onNotify={setNotify}>
          <p className="field-hint">
            The e-mail says how much goes back, and that it takes 5 to 10 days to show.
          </p>
        </MailChoice>
      )}
    </TillSheet>
  );
}
