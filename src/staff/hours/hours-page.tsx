import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { BusyCalendar } from '#contract/busy-calendars.schemas.ts';
import type { HoursAnswer, HoursRow, TimeOffRow, WeekChangeInput } from '#contract/hours.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { zoneName } from '#domain/time/zone.ts';
import { useMedia } from '#staff/parts/use-media.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { AddCalendarDialog, StopCalendarDialog } from '#staff/hours/calendar-dialogs.tsx';
import { CalendarsBox } from '#staff/hours/calendars-box.tsx';
import { ChangeNow } from '#staff/hours/change-dialog.tsx';
import { ChangesBox, OpeningsBox, SkippedBox, TimeOffBox } from '#staff/hours/hours-boxes.tsx';
import { HoursDialog } from '#staff/hours/hours-dialog.tsx';
import {
  type AskedOpening,
  EndDialog,
  EndTimeOffDialog,
  OpeningDialog,
  SkipDialog,
  TimeOffDialog,
} from '#staff/hours/single-dialogs.tsx';
import { WhyNotBox } from '#staff/hours/why-not-box.tsx';
import { WeekLanes, WeekList } from '#staff/hours/week-lanes.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { SproutArt } from '#web/art/leaf.tsx';
import { Button } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import './hours.css';
import { queryOptions } from '@tanstack/react-query';
import { staffHours } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';

/** The week: hours, extra openings, time off. */
const hoursQuery = queryOptions({
  queryKey: ['staff', 'hours'],
  queryFn: ({ signal }) => callStaff(staffHours, {}, { signal }),
});

/** What a dialog is open for. */
type Open =
  | { kind: 'HOURS'; row: HoursRow | null; service_id?: string }
  | { kind: 'SKIP' | 'END'; row: HoursRow }
  | { kind: 'OPENING'; asked?: AskedOpening | null }
  | { kind: 'TIME_OFF' }
  | { kind: 'END_TIME_OFF'; dates: readonly TimeOffRow[] }
  | { kind: 'CALENDAR' }
  | { kind: 'STOP_CALENDAR'; calendar: BusyCalendar }
  | { kind: 'NOW'; change: WeekChangeInput };

/** The working hours of the week, time off, extra openings and single dates. */
export function HoursPage() {
  const query = useFreshQuery(hoursQuery);
  return (
    <StaffPage title="Hours" freshness={query}>
      {query.data ? (
        <Hours week={query.data} />
      ) : (
        <QueryState of={query}>
          <SkeletonGroup
            label="Loading the hours"
            className="grid gap-3"
            rows={['h-10 w-1/2', 'h-16', 'h-16', 'h-16', 'h-16', 'h-16']}
          />
        </QueryState>
      )}
    </StaffPage>
  );
}

/** What another screen leads to: the hours of a new service, or the extra opening that an event needs. */
function askedDialog(address: URLSearchParams, services: HoursAnswer['services']): Open | null {
  const added = address.get('add');
  if (services.some(({ id }) => id === added)) return { kind: 'HOURS', row: null, service_id: added! };
  const [service_id, date, start] = ['opening', 'date', 'start'].map((name) => address.get(name) ?? '');
  return service_id && date && start ? { kind: 'OPENING', asked: { service_id, date, start } } : null;
}

function Hours({ week }: { week: HoursAnswer }) {
  const now = useNow();
  const isWide = useMedia('(min-width: 900px)');
  const [view, setView] = useState<'WEEK' | 'LIST'>('WEEK');
  const [address] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(() => askedDialog(address, week.services));
  const services = new Map(week.services.map((service) => [service.id, service]));
  const close = () => setOpen(null);
  const change = (row: HoursRow) => setOpen({ kind: 'HOURS', row });
  const later = (to: WeekChangeInput) => setOpen({ kind: 'NOW', change: to });
  const shown = { hours: week.hours, services, today: week.today, onChange: change };
  return (
    <div className="hours">
      <div className="flex flex-wrap gap-x-3.5 gap-y-2.5 items-center">
        {isWide && (
          <div className="segments" role="group" aria-label="View">
            {(['WEEK', 'LIST'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
                {each === 'WEEK' ? 'Week' : 'List'}
              </button>
            ))}
          </div>
        )}
        <p className="grow basis-48 max-w-none text-muted text-grid">
          {now && `Times in ${zoneName(now, practice.zone)}. `}
          {isWide && view === 'WEEK' && 'Filled: one to one. Outlined: classes.'}
        </p>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button
            look="secondary"
            icon={<Icon of={Plus} />}
            onClick={() => setOpen({ kind: 'HOURS', row: null })}
          >
            Add hours
          </Button>
          <Button look="secondary" onClick={() => setOpen({ kind: 'TIME_OFF' })}>
            Add time off
          </Button>
        </span>
      </div>
      {week.hours.length === 0 ? (
        <EmptyState
          art={<SproutArt />}
          action={<Button onClick={() => setOpen({ kind: 'HOURS', row: null })}>Add hours</Button>}
        >
          There are no working hours yet, so clients can’t book anything.
        </EmptyState>
      ) : isWide && view === 'WEEK' ? (
        <WeekLanes {...shown} />
      ) : (
        <WeekList {...shown} />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-5 items-start">
        <div className="grid grid-cols-1 gap-5">
          <TimeOffBox
            week={week}
            onAdd={() => setOpen({ kind: 'TIME_OFF' })}
            onChange={later}
            onEnd={(dates) => setOpen({ kind: 'END_TIME_OFF', dates })}
          />
          <SkippedBox week={week} services={services} onChange={later} />
          <ChangesBox week={week} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <OpeningsBox
            week={week}
            services={services}
            onAdd={() => setOpen({ kind: 'OPENING' })}
            onChange={later}
          />
          <CalendarsBox
            calendars={week.calendars}
            onAdd={() => setOpen({ kind: 'CALENDAR' })}
            onStop={(calendar) => setOpen({ kind: 'STOP_CALENDAR', calendar })}
          />
          {week.services.length > 0 && <WhyNotBox week={week} />}
        </div>
      </div>
      {open && <Dialogs open={open} week={week} onOpen={setOpen} onClose={close} />}
    </div>
  );
}

function Dialogs({
  open,
  week: { services, today },
  onOpen,
  onClose,
}: {
  open: Open;
  week: HoursAnswer;
  onOpen: (open: Open) => void;
  onClose: () => void;
}) {
  switch (open.kind) {
    case 'TIME_OFF':
      return <TimeOffDialog today={today} onClose={onClose} />;
    case 'CALENDAR':
      return <AddCalendarDialog onClose={onClose} />;
    case 'STOP_CALENDAR':
      return <StopCalendarDialog calendar={open.calendar} onClose={onClose} />;
    case 'END_TIME_OFF':
      return <EndTimeOffDialog dates={open.dates} onClose={onClose} />;
    case 'OPENING':
      return <OpeningDialog asked={open.asked ?? null} services={services} today={today} onClose={onClose} />;
    case 'NOW':
      return <ChangeNow change={open.change} onClose={onClose} />;
    case 'HOURS': {
      const { row, service_id } = open;
      const more = row && {
        onEnd: () => onOpen({ kind: 'END', row }),
        onSkip: () => onOpen({ kind: 'SKIP', row }),
      };
      return (
        <HoursDialog
          services={services}
          today={today}
          row={row}
          service_id={service_id}
          {...more}
          onClose={onClose}
        />
      );
    }
    case 'SKIP':
    case 'END': {
      const { name } = services.find(({ id }) => id === open.row.service_id)!;
      const props = { row: open.row, name, next: nextDateOf(open.row, today), onClose };
      return open.kind === 'SKIP' ? <SkipDialog {...props} /> : <EndDialog {...props} />;
    }
  }
}

/** The next date with the weekday of these hours. */
function nextDateOf({ day, from }: HoursRow, today: string): string {
  const first = from > today ? from : addDays(today, 1);
  return Array.from({ length: 7 }, (_, n) => addDays(first, n)).find(
    (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === day,
  )!;
}

/** Time off alone, where the search and a bookmark lead. */
export function TimeOffPage() {
  const query = useFreshQuery(hoursQuery);
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <StaffPage title="Time off" back={{ to: '/hours', label: 'Back to Hours' }} freshness={query}>
      {query.data ? (
        <div className="hours max-w-160">
          <TimeOffBox
            week={query.data}
            onAdd={() => setOpen({ kind: 'TIME_OFF' })}
            onChange={(change) => setOpen({ kind: 'NOW', change })}
            onEnd={(dates) => setOpen({ kind: 'END_TIME_OFF', dates })}
          />
          {open && <Dialogs open={open} week={query.data} onOpen={setOpen} onClose={() => setOpen(null)} />}
        </div>
      ) : (
        <QueryState of={query}>
          <SkeletonGroup label="Loading the time off" className="grid gap-3" rows={['h-16', 'h-16']} />
        </QueryState>
      )}
    </StaffPage>
  );
}
