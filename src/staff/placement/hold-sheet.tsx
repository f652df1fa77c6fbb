import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { formatClock, formatClockRange, formatDayOf } from '#domain/date-formats.ts';
import { firstName } from '#staff/bookings/session-texts.ts';
import { Sheet } from '#staff/bookings/sheet.tsx';
import { Button } from '#web/ui/button.tsx';

const { zone } = practice;

/** A time that a client is paying for at the moment: until when. */
export function HoldSheet({ booking, onClose }: { booking: SessionRow; onClose: () => void }) {
  const name = firstName(booking);
  const until = booking.chips.find(({ kind }) => kind === 'BEING_PAID')?.until;
  return (
    <Sheet
      open
      onClose={onClose}
      title={`${name} is on the payment page${until ? ` until ${formatClock(until, zone)}` : ''}`}
      footer={
        <Button look="secondary" onClick={onClose}>
          Keep as it is
        </Button>
      }
    >
      <p>
        {booking.service_name}, {formatDayOf(booking.start_time, zone)},{' '}
        {formatClockRange(booking.start_time, booking.end_time, zone)}. It can be rescheduled once it is paid.
      </p>
    </Sheet>
  );
}
