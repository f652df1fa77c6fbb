import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { staffAttendance } from '#contract/staff-bookings.calls.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { type AttendanceMove, attendanceMoves } from '#domain/attendance.ts';
import { practice } from '#content/public/practice.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { keepBooking } from '#staff/client/keep-booking.ts';
import type { ApiError } from '#web/client/request.ts';

export type AttendanceChange = { booking: SessionRow; to: AttendanceMove };

/** Records whether a client came. A repeat after a failure is the same action, so that it counts once. */
export function useAttendance({
  onDone,
}: { onDone?: (panel: BookingPanel, change: AttendanceChange) => void } = {}) {
  const queryClient = useQueryClient();
  const actions = useRef(new Map<string, string>());
  return useMutation<BookingPanel, ApiError, AttendanceChange>({
    mutationFn: ({ booking: { id, updated_at }, to }) => {
      const key = `${id} ${to} ${updated_at}`;
      const action_id = actions.current.get(key) ?? newActionId();
      actions.current.set(key, action_id);
      return callStaff(staffAttendance, {
        params: { id },
        body: { action_id, base_updated_at: updated_at, to },
      });
    },
    onSuccess: (panel, change) => {
      keepBooking(queryClient, panel);
      onDone?.(panel, change);
    },
  });
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
