import { Printer } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel, OfflinePayment } from '#contract/staff-bookings.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatClockRange, formatDay } from '#domain/time/date-formats.ts';
import { formatExactCents } from '#domain/money/money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { clientName } from '#staff/parts/session-texts.ts';
import { methodText } from '#staff/till/till-texts.ts';
import { Receipt } from '#web/receipts/receipt.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;

/** The receipt of an offline payment. Printing prints it alone. */
export function ReceiptSheet({
  panel: { booking, money },
  payment,
  onClose,
}: {
  panel: BookingPanel;
  payment: OfflinePayment;
  onClose: () => void;
}) {
  const isCorrection = payment.cents < 0;
  const corrected = money.offline_payments.find(({ id }) => id === payment.corrects);
  return (
    <Sheet
      open
      onClose={onClose}
      title={`Receipt ${payment.receipt_number}`}
      footer={
        <>
          <CloseButton />
          <Button icon={<Icon of={Printer} />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Receipt title={`Receipt ${payment.receipt_number}`}>
        <dl className="sums">
          <div>
            <dt>
              {booking.service_name}
              <small>
                {dayWithYear(localDateOf(booking.start_time, zone))},{' '}
                {formatClockRange(booking.start_time, booking.end_time, zone)}
              </small>
              <small>{clientName(booking)}</small>
            </dt>
            <dd>{formatExactCents(payment.cents)}</dd>
          </div>
          <div className="total">
            <dt>
              {isCorrection ? 'Given back' : 'Paid'} {methodText(payment.method)}
              <small>{dayWithYear(payment.received_on)}</small>
            </dt>
            <dd>{formatExactCents(payment.cents)}</dd>
          </div>
        </dl>
        {corrected && <p className="text-muted text-small">Corrects receipt {corrected.receipt_number}.</p>}
      </Receipt>
    </Sheet>
  );
}

/** 'Thu 26 Nov 2026': a receipt is read years later. */
const dayWithYear = (date: LocalDate) => `${formatDay(date)} ${date.slice(0, 4)}`;
