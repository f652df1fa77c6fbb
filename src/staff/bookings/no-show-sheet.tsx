import { useQuery } from '@tanstack/react-query';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { bookingQuery } from '#staff/bookings/booking-query.ts';
import { keptText } from '#staff/bookings/cancel-texts.ts';
import { firstName } from '#staff/parts/session-texts.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { useAttendance } from '#staff/bookings/use-attendance.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Asks before a client is marked as a no-show. No money moves by itself. */
export function NoShowSheet({ booking, onClose }: { booking: SessionRow; onClose: () => void }) {
  const panel = useQuery(bookingQuery(booking.id));
  const attendance = useAttendance({ onDone: onClose });
  const isOnline = useOnline();
  const name = booking.client ? firstName(booking) : 'this client';
  return (
    <Sheet
      open
      onClose={onClose}
      locked={attendance.isPending}
      title={`Mark ${name} as a no-show?`}
      footer={
        <>
          <Button look="secondary" disabled={attendance.isPending} onClick={onClose}>
            Keep as it is
          </Button>
          <Button
            look="danger"
            busy={attendance.isPending}
            disabled={!isOnline}
            onClick={() => attendance.mutate({ booking, to: 'NO_SHOW' })}
          >
            Mark as no-show
          </Button>
        </>
      }
    >
      <p>
        It won’t count as a step of {booking.client ? `${name}’s` : 'the'} journey.{' '}
        {panel.data && keptText(panel.data.money)}
      </p>
      {attendance.error && (
        <Banner tone="error" inSight>
          {attendance.error.message}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can mark this when you are back online.</Banner>}
    </Sheet>
  );
}
