import { useQuery } from '@tanstack/react-query';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { bookingQuery } from '#staff/bookings/booking-query.ts';
import { keptText } from '#staff/bookings/cancel-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { firstName } from '#staff/parts/session-texts.ts';
import { useAttendance } from '#staff/bookings/use-attendance.ts';

/** Asks before a client is marked as a no-show. No money moves by itself. */
export function NoShowSheet({ booking, onClose }: { booking: SessionRow; onClose: () => void }) {
  const panel = useQuery(bookingQuery(booking.id));
  const { action, record } = useAttendance();
  const name = booking.client ? firstName(booking) : 'this client';
  return (
    <ActionSheet
      action={action}
      title={`Mark ${name} as a no-show?`}
      confirm="Mark as no-show"
      look="danger"
      onClose={onClose}
      onConfirm={() => record({ booking, to: 'NO_SHOW' }, onClose)}
    >
      <p>
        It won’t count as a step of {booking.client ? `${name}’s` : 'the'} journey.{' '}
        {panel.data && keptText(panel.data.money)}
      </p>
    </ActionSheet>
  );
}
