import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffChangePrice } from '#contract/till.calls.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { agendaKeys, keepBooking } from '#staff/client/keep-booking.ts';
import { clientName } from '#staff/parts/session-texts.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { TillSheet } from '#staff/till/till-sheet.tsx';
import { amountText, parseAmount } from '#staff/till/till-texts.ts';
import type { ApiError } from '#web/client/request.ts';

type PriceSheetProps = {
  panel: BookingPanel;
  /** Opens with the price waived. */
  isWaiving?: boolean;
  onClose: () => void;
  onChanged: (text: string) => void;
};

/** Changes the price of a booking for which nothing was paid; zero waives it. */
export function PriceSheet({ panel, isWaiving = false, onClose, onChanged }: PriceSheetProps) {
  const { booking, money } = panel;
  const queries = useQueryClient();
  const [base_updated_at, setBase] = useState(booking.updated_at);
  const [action_id, setActionId] = useState(newActionId);
  const before = money.price_cents === null ? '' : amountText(money.price_cents);
  const [amount, setAmount] = useState(isWaiving ? '0' : before);
  const [wasTried, setWasTried] = useState(false);
  const cents = parseAmount(amount);

  const change = useMutation<BookingPanel, ApiError, number>({
    mutationFn: (price) =>
      callStaff(staffChangePrice, {
        params: { id: booking.id },
        body: { action_id, base_updated_at, cents: price },
      }),
    onSuccess: (changed, price) => {
      keepBooking(queries, changed);
      onChanged(price === 0 ? 'The price is waived.' : `The price is ${formatCents(price)} now.`);
    },
    onError: ({ status }) => {
      if (status === 0) return;
      setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: agendaKeys.booking(booking.id) });
    },
  });
  // Without an answer it may have been carried out: the repeat must be the same.
  const isUnanswered = change.error?.status === 0;
  const isChanged =
    !isUnanswered && !change.isPending && !change.isSuccess && base_updated_at !== booking.updated_at;

  const isSame = !isUnanswered && cents === money.price_cents;

  return (
    <TillSheet
      title={isWaiving ? 'Waive the price?' : 'Change the price'}
      subtitle={`${clientName(booking)}, ${booking.service_name}, ${formatDayOf(booking.start_time, practice.zone)}`}
      confirm={confirmLabel(isSame ? null : cents, money.price_cents)}
      blocked={isSame}
      keep="Keep it"
      busy={change.isPending}
      dirty={!isWaiving && amount !== before}
      error={
        isChanged
          ? 'This booking was changed a moment ago. Please check it and press again.'
          : (change.error?.message ?? null)
      }
      onClose={onClose}
      onConfirm={() => {
        if (isChanged) {
          setBase(booking.updated_at);
          change.reset();
          return;
        }
        setWasTried(true);
        if (cents !== null) change.mutate(cents);
      }}
    >
      {isWaiving ? (
        <p>
          Nothing has to be paid for this visit then. It is recorded as a correction, and no e-mail is sent.
        </p>
      ) : (
        <AmountField
          label="New price"
          hint={
            money.price_cents === null
              ? undefined
              : `Now ${formatCents(money.price_cents)}${money.price_cents > 0 ? '; 0 waives it' : ''}.`
          }
          value={amount}
          onChange={setAmount}
          error={wasTried && cents === null ? 'Please enter an amount, such as 85 or 42.50.' : null}
        />
      )}
    </TillSheet>
  );
}

function confirmLabel(cents: number | null, before_cents: number | null): string {
  if (cents === null) return 'Change the price';
  if (cents > 0) return `Change to ${formatCents(cents)}`;
  return before_cents === null ? 'Waive the price' : `Waive ${formatCents(before_cents)}`;
}
