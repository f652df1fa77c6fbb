import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { Gap as FreeSpan, SessionRow, Today } from '#contract/agenda.schemas.ts';
import { formatCount } from '#domain/text/sentences.ts';
import type { AttendanceMove } from '#domain/visits/attendance.ts';
import { formatClock, formatClockRange, formatFullDay } from '#domain/time/date-formats.ts';
import { movesOf, useAttendance } from '#staff/bookings/use-attendance.ts';
import { useChangedRows } from '#staff/api/use-changed-rows.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { clientName } from '#staff/parts/session-texts.ts';
import { ClassItem, NextSession, type RowProps, SessionItem } from '#staff/today/day-items.tsx';
import { type DayRow, bookedSpan, dayRows } from '#staff/today/day-rows.ts';
import { dayEndText, timeOffText } from '#staff/today/day-texts.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/** Below the day: its drawing is not loaded with the first screen. */
const TendrilArt = onDemand(async () => (await import('#web/art/tendril-art.tsx')).TendrilArt, null);
const NoShowSheet = onDemand(async () => (await import('#staff/bookings/no-show-sheet.tsx')).NoShowSheet);

const { zone } = practice;

/** The day as a stem: what is over, now, what comes next, free time and the rest. */
export function DayLine({ day, now }: { day: Today; now: Date | null }) {
  const list = useRef<HTMLOListElement>(null);
  const isOnline = useOnline();
  const { action, record, recorded } = useAttendance();
  const [noShow, setNoShow] = useState<SessionRow | null>(null);
  const changed = useChangedRows(day, day.date);
  const rows = dayRows(day, now, zone);
  const span = bookedSpan(day);

  const onRecord = (booking: SessionRow, to: AttendanceMove) => record({ booking, to });

  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])];
    const row = document.activeElement?.closest('[data-row]');
    const at = targets.findIndex((target) => row?.contains(target));
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      targets[Math.max(0, Math.min(targets.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
    } else if (event.key === 'a' || event.key === 'A') {
      const id = row?.getAttribute('data-row');
      const session = day.sessions.find((each) => each.id === id);
      if (!session || !isOnline || !movesOf(session, now).includes('ARRIVED')) return;
      event.preventDefault();
      onRecord(session, 'ARRIVED');
    }
  };

  const propsOf = (key: string): RowProps => {
    const isHere = action.about === key;
    return {
      now,
      isOnline,
      isChanged: changed.has(key),
      isBusy: isHere && action.isPending,
      error: isHere && action.error ? action.error.message : null,
      onRecord,
      onNoShow: setNoShow,
    };
  };

  return (
    <>
      <ol ref={list} aria-label={formatFullDay(day.date)} onKeyDown={onKeyDown} aria-describedby="day-keys">
        {rows.map((row) => (
          <Row key={row.key} row={row} {...propsOf(row.key)} />
        ))}
      </ol>
      <p id="day-keys" className="sr-only">
        Arrow keys move between sessions, Enter opens one, A records the arrival.
      </p>
      {span && (
        <div className="day-end">
          <div className="art col-1 -ml-1 aspect-square desktop:col-2">
            <TendrilArt />
          </div>
          <p className="col-2 pb-2 desktop:col-3">{dayEndText(day, span, zone)}</p>
        </div>
      )}
      <p className="day-keys no-print" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> opens · <kbd>A</kbd> arrived · <kbd>?</kbd> all keys
      </p>
      <Announcement>
        {recorded && attendedText(recorded)}
        {!recorded && changed.size > 0 && 'The day has changed.'}
      </Announcement>
      {noShow && <NoShowSheet booking={noShow} onClose={() => setNoShow(null)} />}
    </>
  );
}

/** Free time; what is left of it can be booked. */
function Gap({ span, hasBegun, now }: { span: FreeSpan; hasBegun: boolean; now: Date | null }) {
  const text = hasBegun
    ? `Free until ${formatClock(span.end, zone)}`
    : `Free ${formatClockRange(span.start, span.end, zone)}`;
  const waiting = span.waiting ? `, ${formatCount(span.waiting, 'person is', 'people are')} waiting` : '';
  const start = now && hasBegun ? roundedUp(now) : new Date(span.start);
  return (
    <li className="day-gap">
      {now && start.getTime() >= now.getTime() ? (
        <Link
          className="num flex gap-x-3 gap-y-2 items-center justify-between min-h-11"
          to={`/book?start=${start.toISOString()}`}
        >
          <span>
            {text}
            {waiting}
          </span>
          <span className="act act-soft no-print">Book here</span>
        </Link>
      ) : (
        <p className="num">
          {text}
          {waiting}
        </p>
      )}
    </li>
  );
}

const STEP_MS = 15 * 60_000;
/** The next quarter of an hour: free time that has begun is booked from then on. */
const roundedUp = (now: Date): Date => new Date(Math.ceil(now.getTime() / STEP_MS) * STEP_MS);

const attendedText = (session: SessionRow): string =>
  session.arrived_at
    ? `${clientName(session)} arrived at ${formatClock(session.arrived_at, zone)}.`
    : `${clientName(session)} is recorded.`;

function Row({ row, ...props }: RowProps & { row: DayRow }) {
  switch (row.kind) {
    case 'NOW':
      return (
        <li className="day-now">
          <span className="sun relative justify-self-center size-4.5 desktop:col-2" aria-hidden="true" />
          <p>Now, {props.now && formatClock(props.now, zone)}</p>
        </li>
      );
    case 'GAP':
      return <Gap span={row.span} hasBegun={row.hasBegun} now={props.now} />;
    case 'CLOSED':
      return (
        <li className="day-gap is-closed">
          <p className="num">{timeOffText(row.time_off, zone)}</p>
        </li>
      );
    case 'CLASS':
      return <ClassItem row={row.row} phase={row.phase} {...props} />;
    case 'SESSION':
      return row.phase === 'NEXT' ? (
        <NextSession session={row.session} {...props} />
      ) : (
        <SessionItem session={row.session} phase={row.phase} {...props} />
      );
  }
}
