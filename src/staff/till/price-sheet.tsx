import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffChangePrice } from '#contract/staff.calls.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { clientName } from '#staff/parts/session-texts.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { amountText, parseAmount, NOT_MONEY } from '#staff/till/till-texts.ts';

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
  const change = useAction();
  const { base, changed } = useBase(change, booking);
  const before = money.price_cents === null ? '' : amountText(money.price_cents);
  const [amount, setAmount] = useState(isWaiving ? '0' : before);
  const cents = parseAmount(amount);
  // Without an answer it may be the price already: the repeat must be the same.
  const isSame = !change.isUnanswered && cents === money.price_cents;

  return (
    <ActionSheet
      action={change}
      title={isWaiving ? 'Waive the price?' : 'Change the price'}
      subtitle={`${clientName(booking)}, ${booking.service_name}, ${formatDayOf(booking.start_time, practice.zone)}`}
      confirm={confirmLabel(isSame ? null : cents, money.price_cents)}
      blocked={isSame}
      changed={changed}
      dirty={!isWaiving && amount !== before}
      invalid={{ cents: cents === null ? NOT_MONEY : null }}
      onClose={onClose}
      onConfirm={() =>
        change.run(
          staffChangePrice,
          { params: { id: booking.id }, body: { base_updated_at: base.updated_at, cents: cents! } },
          {
            done: () =>
              onChanged(cents === 0 ? 'The price is waived.' : `The price is ${formatCents(cents!)} now.`),
          },
        )
      }
    >
      {isWaiving ? (
        <p>
          Nothing has to be paid for this visit then. It is recorded as a correction, and no e-mail is sent.
        </p>
      ) : (
        <AmountField
          label="New price"
          name="cents"
          hint={
            money.price_cents === null
              ? undefined
              : `Now ${formatCents(money.price_cents)}${money.price_cents > 0 ? '; 0 waives it' : ''}.`
          }
          value={amount}
          onChange={setAmount}
        />
      )}
    </ActionSheet>
  );
}

function confirmLabel(cents: number | null, before_cents: number | null): string {
  if (cents === null) return 'Change the price';
  if (cents > 0) return `Change to ${formatCents(cents)}`;
  return before_cents === null ? 'Waive the price' : `Waive ${formatCents(before_cents)}`;
}
