import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffRemoveEvent } from '#contract/staff-events.calls.ts';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { whenText } from '#staff/events/event-texts.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

type SheetProps = { event: StaffEvent; onClose: () => void; onDone: (text: string) => void };

/** Takes an event from the calendar. Where people are booked in its class, they stay booked, and it says so first. */
export function RemoveEventSheet({ event, onClose, onDone }: SheetProps) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const [action_id, setActionId] = useState(newActionId);
  const taken = event.seats?.taken ?? 0;
  const remove = useMutation<undefined, ApiError, boolean>({
    mutationFn: (keep_bookings) =>
      callStaff(staffRemoveEvent, {
        params: { id: event.id },
        body: { action_id, base_updated_at: event.updated_at, keep_bookings },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['staff', 'events'] });
      onDone('It is no longer on the calendar.');
    },
    onError: ({ status }) => {
      if (status !== 0) setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: ['staff', 'events'] });
    },
  });
  const isBooked = taken > 0 || remove.error?.code === 'SEATS_BOOKED';
  return (
    <Sheet
      open
      onClose={onClose}
      locked={remove.isPending}
      title={`Remove “${event.title}”?`}
      subtitle={whenText(event)}
      footer={
        <>
          <Button look="secondary" disabled={remove.isPending} onClick={onClose}>
            Keep it
          </Button>
          <Button
            look="danger"
            busy={remove.isPending}
            disabled={!isOnline}
            onClick={() => remove.mutate(isBooked)}
          >
            {isBooked ? 'Remove the announcement' : 'Remove'}
          </Button>
        </>
      }
    >
      <p>
        {isBooked
          ? `${taken === 1 ? '1 person is' : `${Math.max(taken, 1)} people are`} booked in its class. They stay booked, and the class can still be booked at that time.`
          : event.seats === null
            ? 'It disappears from the public calendar.'
            : 'It disappears from the public calendar. Its class can still be booked at that time.'}
      </p>
      {remove.error && (
        <Banner tone="error" inSight>
          {remove.error.message}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can do this when you are back online.</Banner>}
    </Sheet>
  );
}
