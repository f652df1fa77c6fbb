import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApplyDay, staffPreviewDay } from '#contract/hours.calls.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { formatFullDay } from '#domain/date-formats.ts';
import { decidedLabel, type Reached } from '#domain/reach.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { ApplySheet } from '#staff/decisions/apply-sheet.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { askToCall } from '#staff/parts/result-sheet.tsx';
import { Sheet } from '#staff/parts/sheet.tsx';
import { closedTime } from '#staff/placement/closed-time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';

type CancelDayProps = { date: LocalDate; title: string; onClose: () => void };

/** "I can't work today": every session of a day, or from a time on; then whom to call. */
export function CancelDay({ date, title, onClose }: CancelDayProps) {
  const isOnline = useOnline();
  const [isAll, setIsAll] = useState(true);
  const [from, setFrom] = useState('12:00');
  const part = { from: isAll ? null : from, to: null };
  const look = useMutation<Preview, ApiError>({
    mutationFn: () => callStaff(staffPreviewDay, { params: { date }, body: part }),
  });
  if (look.data)
    return (
      <ApplySheet
        title={title}
        first={look.data}
        otherwise="CANCEL"
        isDanger
        closed={closedTime(date, part.from, date, null)}
        label={dayLabel}
        heading="Cancelled, unless you decide otherwise"
        apply={(body) => callStaff(staffApplyDay, { params: { date }, body: { ...part, ...body } })}
        onDone={({ reached }) => {
          onClose();
          const told = reached.filter(({ client }) => client !== null);
          if (!askToCall('The day is cancelled', told))
            showToast('The day is cancelled. Nobody has to be told.');
        }}
        onClose={() => look.reset()}
      />
    );
  const field =
    look.error?.code === 'INVALID_INPUT' && !isAll
      ? Object.values(look.error.details as Record<string, string>)[0]
      : null;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={look.isPending}
      title={title}
      subtitle={formatFullDay(date)}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep the day
          </Button>
          <Button busy={look.isPending} disabled={!isOnline} onClick={() => look.mutate()}>
            See who is booked
          </Button>
        </>
      }
    >
      <Pick
        legend="What is cancelled"
        value={isAll ? 'ALL' : 'FROM'}
        onChange={(value) => setIsAll(value === 'ALL')}
        choices={[
          { value: 'ALL', label: 'Everything that is still to come' },
          {
            value: 'FROM',
            label: 'From a time on',
            more: (
              <TextField
                label="From"
                type="time"
                step={300}
                value={from}
                error={field ?? null}
                onChange={setFrom}
              />
            ),
          },
        ]}
      />
      <p>Nobody can book this time any more. You decide about each booking in the next step.</p>
      {look.error && !field && (
        <Banner tone="error" inSight>
          {look.error.message}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can do this when you are back online.</Banner>}
    </Sheet>
  );
}

const dayLabel = (reached: readonly Reached[]): string =>
  reached.every(({ fate }) => fate === 'KEPT') ? 'Close the day' : decidedLabel(null, reached);
