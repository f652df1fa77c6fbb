import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { staffApplyHours, staffPreviewHours } from '#contract/staff.calls.ts';
import type { WeekChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { decidedLabel } from '#domain/visits/reach.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { closedTime } from '#staff/placement/closed-time.ts';
import { ApplySheet } from '#staff/decisions/apply-sheet.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { showResult } from '#staff/parts/result-sheet.tsx';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import type { ApiError } from '#web/api/request.ts';

const ACTS: Readonly<Record<WeekChangeInput['kind'], { title: string; act: string }>> = {
  ADD_HOURS: { title: 'Add these hours?', act: 'Add hours' },
  CHANGE_HOURS: { title: 'Change these hours?', act: 'Change hours' },
  END_HOURS: { title: 'End these hours?', act: 'End hours' },
  ADD_OPENING: { title: 'Add this extra opening?', act: 'Add opening' },
  REMOVE_OPENING: { title: 'Remove this extra opening?', act: 'Remove opening' },
  ADD_TIME_OFF: { title: 'Take this time off?', act: 'Add time off' },
  REMOVE_TIME_OFF: { title: 'Open again?', act: 'Open again' },
  END_TIME_OFF: { title: 'Open again?', act: 'Open again' },
  SKIP_DATE: { title: 'Not on this date?', act: 'Skip this date' },
  RESTORE_DATE: { title: 'On this date again?', act: 'Open this date' },
};

type DialogProps = {
  title: string;
  /** The change that the form describes now. */
  change: WeekChangeInput;
  dirty: boolean;
  /** Next to the button. */
  aside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A form for a change of the week. Its button shows what the change would do; Closing that leads to the form as it was. */
export function ChangeDialog({ title, change, dirty, aside, onClose, children }: DialogProps) {
  const look = useAction();
  const [preview, setPreview] = useState<Preview | null>(null);
  if (preview)
    return <ApplyChange change={change} first={preview} onBack={() => setPreview(null)} onDone={onClose} />;
  return (
    <ActionSheet
      action={look}
      title={title}
      confirm="See what changes"
      dirty={dirty}
      aside={aside}
      onClose={onClose}
      onConfirm={() =>
        look.ask(() => callStaff(staffPreviewHours, { body: { change } }), { done: setPreview })
      }
    >
      {children}
    </ActionSheet>
  );
}

type ApplyProps = { change: WeekChangeInput; first: Preview; onBack: () => void; onDone: () => void };

function ApplyChange({ change, first, onBack, onDone }: ApplyProps) {
  const { title, act } = ACTS[change.kind];
  return (
    <ApplySheet
      title={title}
      first={first}
      closed={
        change.kind === 'ADD_TIME_OFF'
          ? closedTime(change.from, change.from_time, change.to, change.to_time, change.until)
          : undefined
      }
      label={(reached) => decidedLabel(act, reached)}
      heading="Touched, and kept unless you decide otherwise"
      apply={(action, body, after) => action.run(staffApplyHours, { body: { change, ...body } }, after)}
      onDone={({ moved, cancelled, reached }) => {
        const parts = [
          ...(moved > 0 ? [`${moved} rescheduled`] : []),
          ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
        ];
        showResult(parts.length > 0 ? `Done: ${parts.join(', ')}.` : 'Done.', reached);
        onDone();
      }}
      onClose={onBack}
    />
  );
}

/** A change without a form: its preview opens at once. */
export function ChangeNow({ change, onClose }: { change: WeekChangeInput; onClose: () => void }) {
  const look = useQuery<Preview, ApiError>({
    queryKey: ['hours-preview', change],
    queryFn: ({ signal }) => callStaff(staffPreviewHours, { body: { change } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (look.data) return <ApplyChange change={change} first={look.data} onBack={onClose} onDone={onClose} />;
  return (
    <Sheet open onClose={onClose} title={ACTS[change.kind].title} footer={<CloseButton label="Not now" />}>
      <QueryState of={look}>
        <SkeletonGroup label="Looking at what it changes" className="grid gap-2" rows={['h-6', 'h-14']} />
      </QueryState>
    </Sheet>
  );
}
