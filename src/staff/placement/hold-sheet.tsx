import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffEndHold } from '#contract/till.calls.ts';
import { formatClock, formatClockRange, formatDayOf } from '#domain/date-formats.ts';
import { keepBooking } from '#staff/client/keep-booking.ts';
import { firstName } from '#staff/parts/session-texts.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';

const { zone } = practice;
type EndedHold = OutputOf<typeof staffEndHold>;

/** A time that a client is paying for at the moment: until when, and the way to end it. */
export function HoldSheet({ booking, onClose }: { booking: SessionRow; onClose: () => void }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const [action_id] = useState(newActionId);
  const name = firstName(booking);
  const until = booking.chips.find(({ kind }) => kind === 'BEING_PAID')?.until;
  const end = useMutation<EndedHold, ApiError, void>({
    mutationFn: () => callStaff(staffEndHold, { params: { id: booking.id }, body: { action_id } }),
    onSuccess: (ended) => {
      if (ended.booking) keepBooking(queries, ended.booking);
      else void queries.invalidateQueries({ queryKey: ['staff'] });
      if (ended.outcome === 'UNREACHABLE') return;
      onClose();
      showToast(
        ended.outcome === 'PAID' ? 'It has just been paid.' : 'The payment page has ended. The time is free.',
        ended.outcome === 'PAID' ? 'error' : 'success',
      );
    },
  });
  const failure =
    end.data?.outcome === 'UNREACHABLE'
      ? 'The payment provider can’t be reached. The hold ends as soon as it answers.'
      : end.error?.message;
  return (
    <Sheet
      open
      onClose={onClose}
      title={`${name} is on the payment page${until ? ` until ${formatClock(until, zone)}` : ''}.`}
      locked={end.isPending}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep as it is
          </Button>
          <Button look="danger" busy={end.isPending} disabled={!isOnline} onClick={() => end.mutate()}>
            End {booking.client ? `${name}’s` : 'the'} payment page
          </Button>
        </>
      }
    >
      <p>
        {booking.service_name}, {formatDayOf(booking.start_time, zone)},{' '}
        {formatClockRange(booking.start_time, booking.end_time, zone)}. It can be rescheduled once it is paid.
        When you end the payment page, the time is free again, unless the payment comes first.
      </p>
      {failure && (
        <Banner tone="error" inSight>
          {failure}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can end it when you are back online.</Banner>}
    </Sheet>
  );
}
