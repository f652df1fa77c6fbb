import { useState } from 'react';
import { staffAttendance } from '#contract/staff.calls.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { type AttendanceMove, attendanceMoves } from '#domain/visits/attendance.ts';
import { practice } from '#content/public/practice.ts';
import { useAction } from '#staff/parts/use-action.ts';

export type AttendanceChange = { booking: SessionRow; to: AttendanceMove };

/** Records whether a client came. `about` of the action: the booking. */
export function useAttendance() {
  const action = useAction();
  const [recorded, setRecorded] = useState<SessionRow | null>(null);
  const record = ({ booking: { id, updated_at }, to }: AttendanceChange, onDone?: () => void) => {
    setRecorded(null);
    action.run(
      staffAttendance,
      { params: { id }, body: { base_updated_at: updated_at, to } },
      {
        about: id,
        done: ({ booking }) => {
          setRecorded(booking);
          onDone?.();
        },
      },
    );
  };
  return { action, record, recorded };
}

/** What can be recorded about this visit now. */
export const movesOf = (
  { status, start_time, arrived_at }: SessionRow,
  now: Date | null,
): readonly AttendanceMove[] =>
  now === null
    ? []
    : attendanceMoves(
        {
          status,
          start_time: new Date(start_time),
          arrived_at: arrived_at === null ? null : new Date(arrived_at),
        },
        now,
        practice.zone,
      );
