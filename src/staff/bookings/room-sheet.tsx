import { useState } from 'react';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { staffChangeRoom } from '#contract/staff.calls.ts';
import { roomProblem, ROOM_LIMIT } from '#domain/visits/online-room.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { clientName } from '#staff/parts/session-texts.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { TextField } from '#web/ui/field.tsx';

type RoomSheetProps = {
  panel: BookingPanel;
  onClose: () => void;
  onChanged: (text: string) => void;
};

/** The address of the room of one online booking. The client's link leads to it. */
export function RoomSheet({ panel: { booking, own_room }, onClose, onChanged }: RoomSheetProps) {
  const change = useAction();
  const { base, changed } = useBase(change, booking);
  const [room_url, setRoom] = useState(own_room);
  return (
    <ActionSheet
      action={change}
      title="Online room"
      subtitle={`${clientName(booking)}, ${booking.service_name}`}
      confirm="Save"
      isForm
      blocked={!change.isUnanswered && room_url === own_room}
      changed={changed}
      dirty={room_url !== own_room}
      invalid={{ room_url: roomProblem(room_url) }}
      onClose={onClose}
      onConfirm={() =>
        change.run(
          staffChangeRoom,
          { params: { id: booking.id }, body: { base_updated_at: base.updated_at, room_url } },
          { done: () => onChanged('The online room is changed. The client’s link stays.') },
        )
      }
    >
      <TextField
        label="Address for this booking alone"
        name="room_url"
        inputMode="url"
        autoComplete="off"
        limit={ROOM_LIMIT}
        hint="Beginning with https://. Empty: the room in Settings."
        value={room_url}
        onChange={setRoom}
      />
    </ActionSheet>
  );
}
