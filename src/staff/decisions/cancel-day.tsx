import { useState } from 'react';
import { staffApplyDay, staffPreviewDay } from '#contract/staff.calls.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatFullDay } from '#domain/time/date-formats.ts';
import { decidedLabel, type Reached } from '#domain/visits/reach.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ApplySheet } from '#staff/decisions/apply-sheet.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { askToCall } from '#staff/parts/result.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { closedTime } from '#staff/placement/closed-time.ts';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';

type CancelDayProps = { date: LocalDate; title: string; onClose: () => void };

/** "I can't work today": every session of a day, or from a time on; then whom to call. */
export function CancelDay({ date, title, onClose }: CancelDayProps) {
  const look = useAction();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isAll, setIsAll] = useState(true);
  const [from, setFrom] = useState('12:00');
  const part = { from: isAll ? null : from, to: null };
  if (preview)
    return (
      <ApplySheet
        title={title}
        first={preview}
        otherwise="CANCEL"
        isDanger
        closed={closedTime(date, part.from, date, null)}
        label={dayLabel}
        heading="Cancelled, unless you decide otherwise"
        apply={(action, body, after) =>
          action.run(staffApplyDay, { params: { date }, body: { ...part, ...body } }, after)
        }
        onDone={({ reached }) => {
          onClose();
          const people = reached.filter(({ client }) => client !== null);
          if (!askToCall('The day is cancelled', people))
            showToast('The day is cancelled. Nobody has to be told.');
        }}
        onClose={() => setPreview(null)}
      />
    );
  return (
    <ActionSheet
      action={look}
      title={title}
      subtitle={formatFullDay(date)}
      confirm="See who is booked"
      onClose={onClose}
      onConfirm={() =>
        look.ask(() => callStaff(staffPreviewDay, { params: { date }, body: part }), { done: setPreview })
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
              <TextField label="From" name="from" type="time" step={300} value={from} onChange={setFrom} />
            ),
          },
        ]}
      />
      <p>Nobody can book this time any more. You decide about each booking in the next step.</p>
    </ActionSheet>
  );
}

const dayLabel = (reached: readonly Reached[]): string =>
  reached.some(({ fate }) => fate === 'CANCELLED' || fate === 'MOVED')
    ? decidedLabel(null, reached)
    : 'Close the day';
