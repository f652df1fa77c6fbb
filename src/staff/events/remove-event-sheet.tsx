import { staffRemoveEvent } from '#contract/staff.calls.ts';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import { whenText } from '#staff/events/event-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';

type SheetProps = { event: StaffEvent; onClose: () => void; onDone: (text: string) => void };

/** Takes an event from the calendar. Where people are booked in its class, they stay booked, and it says so first. */
export function RemoveEventSheet({ event, onClose, onDone }: SheetProps) {
  const remove = useAction();
  const taken = event.seats?.taken ?? 0;
  const isBooked = taken > 0 || remove.error?.code === 'SEATS_BOOKED';
  return (
    <ActionSheet
      action={remove}
      title={`Remove “${event.title}”?`}
      subtitle={whenText(event)}
      confirm={isBooked ? 'Remove the announcement' : 'Remove'}
      look="danger"
      onClose={onClose}
      onConfirm={() =>
        remove.run(
          staffRemoveEvent,
          {
            params: { id: event.id },
            body: { base_updated_at: event.updated_at, keep_bookings: isBooked },
          },
          { done: () => onDone('It is no longer on the calendar.') },
        )
      }
    >
      <p>
        {isBooked
          ? `${taken === 1 ? '1 person is' : `${Math.max(taken, 1)} people are`} booked in its class. They stay booked, and the class can still be booked at that time.`
          : event.seats === null
            ? 'It disappears from the public calendar.'
            : 'It disappears from the public calendar. Its class can still be booked at that time.'}
      </p>
    </ActionSheet>
  );
}
