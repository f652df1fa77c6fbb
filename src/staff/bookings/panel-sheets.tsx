import { useState } from 'react';
import type { BookingPanel, OfflinePayment } from '#contract/staff-bookings.schemas.ts';
import { CancelSheet } from '#staff/bookings/cancel-sheet.tsx';
import { MessageSheet } from '#staff/bookings/message-sheet.tsx';
import { NoShowSheet } from '#staff/bookings/no-show-sheet.tsx';
import { RoomSheet } from '#staff/bookings/room-sheet.tsx';
import { SeriesQuestion, SeriesSheet } from '#staff/decisions/series-sheet.tsx';
import { rescheduledText } from '#staff/parts/session-texts.ts';
import { RescheduleSheet } from '#staff/placement/reschedule-sheet.tsx';
import { CorrectPaymentSheet } from '#staff/till/correct-payment-sheet.tsx';
import { PriceSheet } from '#staff/till/price-sheet.tsx';
import { ReceiptSheet } from '#staff/till/receipt-sheet.tsx';
import { RecordPaymentSheet } from '#staff/till/record-payment-sheet.tsx';
import { RefundSheet } from '#staff/till/refund-sheet.tsx';

/** The sheet that is open over the panel of a booking. */
export type OpenSheet =
  | { kind: 'cancel' | 'no-show' | 'reschedule' | 'message' | 'payment' | 'refund' | 'price' | 'waive' }
  | { kind: 'room' }
  | { kind: 'correct'; payment: OfflinePayment }
  | { kind: 'receipt'; receipt_number: number };

type PanelSheetsProps = {
  panel: BookingPanel;
  sheet: OpenSheet;
  onOpen: (sheet: OpenSheet) => void;
  onClose: () => void;
  /** After a change, with the sentence about what was done. */
  onDone: (text: string) => void;
};

/** How many confirmed sessions of its series follow a booking. */
function followingOf({ booking, series }: BookingPanel): number {
  if (booking.status !== 'CONFIRMED') return 0;
  const own = series.findIndex(({ id }) => id === booking.id);
  return series.slice(own + 1).filter(({ status }) => status === 'CONFIRMED').length;
}

/** The sheets of the booking panel, loaded apart from it. */
export function PanelSheets({ panel, sheet, onOpen, onClose, onDone }: PanelSheetsProps) {
  const { booking, money } = panel;
  const [scope, setScope] = useState<'ONE' | 'ALL' | null>(null);
  const following = followingOf(panel);
  if ((sheet.kind === 'cancel' || sheet.kind === 'reschedule') && following > 0 && scope !== 'ONE') {
    const kind = sheet.kind === 'cancel' ? 'CANCEL' : 'RESCHEDULE';
    return scope === null ? (
      <SeriesQuestion
        kind={kind}
        following={following}
        onOne={() => setScope('ONE')}
        onAll={() => setScope('ALL')}
        onClose={onClose}
      />
    ) : (
      <SeriesSheet booking={booking} kind={kind} onClose={onClose} onDone={onDone} />
    );
  }
  switch (sheet.kind) {
    case 'cancel':
      return (
        <CancelSheet
          booking={booking}
          offline_cents={money.offline_cents}
          onClose={onClose}
          onCancelled={onDone}
        />
      );
    case 'no-show':
      return <NoShowSheet booking={booking} onClose={onClose} />;
    case 'reschedule':
      return (
        <RescheduleSheet
          booking={booking}
          onClose={onClose}
          onRescheduled={(changed) => onDone(rescheduledText(changed.booking))}
        />
      );
    case 'message':
      return <MessageSheet booking={booking} onClose={onClose} onSent={onDone} />;
    case 'payment':
      return (
        <RecordPaymentSheet
          booking={booking}
          balance_cents={money.balance_cents}
          onClose={onClose}
          onRecorded={(receipt_number) => {
            onDone(`Payment recorded. Receipt ${receipt_number}.`);
            onOpen({ kind: 'receipt', receipt_number });
          }}
        />
      );
    case 'refund':
      return <RefundSheet panel={panel} onClose={onClose} onRefunded={onDone} />;
    case 'price':
    case 'waive':
      return (
        <PriceSheet panel={panel} isWaiving={sheet.kind === 'waive'} onClose={onClose} onChanged={onDone} />
      );
    case 'room':
      return <RoomSheet panel={panel} onClose={onClose} onChanged={onDone} />;
    case 'correct':
      return <CorrectPaymentSheet payment={sheet.payment} onClose={onClose} onCorrected={onDone} />;
    case 'receipt': {
      const payment = money.offline_payments.find(
        ({ receipt_number }) => receipt_number === sheet.receipt_number,
      );
      return payment ? <ReceiptSheet panel={panel} payment={payment} onClose={onClose} /> : null;
    }
  }
}
