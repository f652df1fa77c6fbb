import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { staffApplySeries, staffPreviewSeries } from '#contract/staff.calls.ts';
import type { SeriesChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { decidedLabel } from '#domain/visits/reach.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ApplySheet } from '#staff/decisions/apply-sheet.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { showResult } from '#staff/parts/result-sheet.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { useToday } from '#web/ui/use-now.ts';
import type { ApiError } from '#web/api/request.ts';

const { zone } = practice;
type Kind = SeriesChangeInput['kind'];
const TITLES: Readonly<Record<Kind, string>> = {
  RESCHEDULE: 'Reschedule this and the following?',
  CANCEL: 'Cancel this and the following?',
};

/** Asks whether one session of a series is meant, or those that follow it too. */
export function SeriesQuestion({
  kind,
  following,
  onOne,
  onAll,
  onClose,
}: {
  kind: Kind;
  /** How many sessions follow it. */
  following: number;
  onOne: () => void;
  onAll: () => void;
  onClose: () => void;
}) {
  const [scope, setScope] = useState<'ONE' | 'ALL'>('ONE');
  return (
    <Sheet
      open
      onClose={onClose}
      title={kind === 'CANCEL' ? 'Cancel which sessions?' : 'Reschedule which sessions?'}
      footer={
        <>
          <CloseButton label="Not now" />
          <Button onClick={scope === 'ONE' ? onOne : onAll}>Continue</Button>
        </>
      }
    >
      <Pick
        legend="This session is part of a series"
        value={scope}
        onChange={setScope}
        choices={[
          { value: 'ONE', label: 'Only this one' },
          {
            value: 'ALL',
            label: following === 1 ? 'This and the following one' : `This and the ${following} following`,
          },
        ]}
      />
    </Sheet>
  );
}

type SeriesSheetProps = {
  booking: SessionRow;
  kind: Kind;
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Moves or cancels a session and those that follow it: one plan, one action. */
export function SeriesSheet({ booking, kind, onClose, onDone }: SeriesSheetProps) {
  const [change, setChange] = useState<SeriesChangeInput | null>(kind === 'CANCEL' ? { kind } : null);
  if (change === null)
    return (
      <NewStart
        booking={booking}
        onClose={onClose}
        onStart={(start) => setChange({ kind: 'RESCHEDULE', start })}
      />
    );
  const back = () => (kind === 'CANCEL' ? onClose() : setChange(null));
  return <SeriesPlan booking={booking} change={change} onBack={back} onDone={onDone} />;
}

function NewStart({
  booking,
  onClose,
  onStart,
}: {
  booking: SessionRow;
  onClose: () => void;
  onStart: (start: string) => void;
}) {
  const today = useToday(zone);
  const isOnline = useOnline();
  const [value, setValue] = useState<{ start: string | null; is_other_time: boolean }>({
    start: null,
    is_other_time: false,
  });
  const { start } = value;
  return (
    <Sheet
      open
      onClose={onClose}
      title={TITLES.RESCHEDULE}
      subtitle={`${booking.service_name}, from ${formatDayTime(booking.start_time, zone)}`}
      footer={
        <>
          <CloseButton label="Not now" />
          <Button disabled={start === null || !isOnline} onClick={() => start !== null && onStart(start)}>
            {start === null ? 'Choose a time' : 'See what changes'}
          </Button>
        </>
      }
    >
      <p>The following sessions go by as many days, at the same time.</p>
      {today && (
        <TimePicker
          wish={{
            service_id: booking.service_id,
            place: booking.place,
            ...(booking.client ? { client_id: booking.client.id } : {}),
          }}
          today={today}
          near={localDateOf(booking.start_time, zone)}
          value={value}
          onChange={setValue}
        />
      )}
      <OfflineNotice />
    </Sheet>
  );
}

function SeriesPlan({
  booking,
  change,
  onBack,
  onDone,
}: {
  booking: SessionRow;
  change: SeriesChangeInput;
  onBack: () => void;
  onDone: (text: string) => void;
}) {
  const params = { id: booking.id };
  const look = useQuery<Preview, ApiError>({
    queryKey: ['series-preview', booking.id, change],
    queryFn: ({ signal }) => callStaff(staffPreviewSeries, { params, body: { change } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (look.data)
    return (
      <ApplySheet
        title={TITLES[change.kind]}
        first={look.data}
        otherwise={change.kind === 'CANCEL' ? 'CANCEL' : 'KEEP'}
        isDanger={change.kind === 'CANCEL'}
        label={(reached) => decidedLabel(null, reached)}
        apply={(action, body, after) =>
          action.run(staffApplySeries, { params, body: { change, ...body } }, after)
        }
        onDone={({ moved, cancelled, reached }) => {
          const text = change.kind === 'CANCEL' ? `Cancelled: ${cancelled}.` : `Rescheduled: ${moved}.`;
          onDone(text);
          showResult(text, reached);
        }}
        onClose={onBack}
      />
    );
  return (
    <Sheet open onClose={onBack} title={TITLES[change.kind]} footer={<CloseButton label="Not now" />}>
      <QueryState of={look}>
        <SkeletonGroup label="Looking at what it changes" className="grid gap-2" rows={['h-6', 'h-14']} />
      </QueryState>
    </Sheet>
  );
}
