import type { SessionRow } from '#contract/agenda.schemas.ts';
import { type Move, type MoverProps, useSessionMove } from '#staff/calendar/use-session-move.ts';
import { firstName, rescheduledText } from '#staff/parts/session-texts.ts';
import { RescheduleSheet } from '#staff/placement/reschedule-sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import './calendar-move.css';
import { type CSSProperties, useLayoutEffect, useState } from 'react';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { entryClass } from '#staff/calendar/calendar-block.tsx';
import { entryTitle, formatHour } from '#staff/calendar/entry-text.ts';
import { ROW_MINUTES } from '#staff/calendar/grid-axis.ts';
import type { Entry, GridLayout } from '#staff/calendar/grid-layout.ts';
import { placeOf } from '#staff/calendar/move-steps.ts';
import { classNames } from '#web/ui/class-names.ts';

/** As wide as a tag can be, with some room. */
const TAG_PX = 228;

type CopyProps = {
  frame: HTMLElement;
  layout: GridLayout;
  move: Move;
  verdict: { kind: string; text: string } | null;
  zone: string;
};

/** The copy of the block at the place where it would go, with its tag. */
function MoveCopy({ frame, layout, move, verdict, zone }: CopyProps) {
  const { session, start, phase } = move;
  const length = Date.parse(session.end_time) - Date.parse(session.start_time);
  const place = placeOf(layout, start, start + length);
  const lines = useColumnLines(frame, layout);
  if (!place || !lines) return null;
  const { left, width } = lines.columns[place.column]!;
  const entry: Entry = { kind: 'SESSION', key: session.id, session, start, end: start + length };
  const isMoving = phase === 'POINTER' || phase === 'KEYS';
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'cal-lift absolute z-9 top-0 left-0 pointer-events-none',
        `is-${phase.toLowerCase()}`,
      )}
      style={
        {
          transform: `translate(${left}px, ${lines.top + place.top * lines.minute}px)`,
          width,
          '--l': place.length,
        } as CSSProperties
      }
    >
      <div className={classNames('cal-block', entryClass(entry, null))}>
        <b>
          <time>{formatHour(start, zone)} </time>
          {entryTitle(entry)}
        </b>
        <span>{session.service_name}</span>
      </div>
      {isMoving && (
        <div
          className={classNames(
            'cal-tag absolute w-max max-w-55 px-2.5 py-1.5',
            verdict && `is-${verdict.kind.toLowerCase()}`,
            place.top < 60 && 'is-below',
          )}
          // Inside the frame, which clips.
          style={{ left: Math.min(3, lines.width - left - TAG_PX) }}
        >
          {formatDayTime(start, zone)}
          {verdict && <small>{verdict.text}</small>}
        </div>
      )}
    </div>
  );
}

type Lines = { top: number; minute: number; width: number; columns: { left: number; width: number }[] };

/** Where the columns and rows are, in pixels of the frame. */
function useColumnLines(frame: HTMLElement, layout: GridLayout): Lines | null {
  const [lines, setLines] = useState<Lines | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const body = frame.querySelector('tbody')!;
      const heads = [...frame.querySelectorAll<HTMLElement>('thead th')];
      setLines({
        top: body.offsetTop,
        minute: body.offsetHeight / layout.rows.length / ROW_MINUTES,
        width: body.offsetWidth,
        columns: heads.map(({ offsetLeft, offsetWidth }) => ({ left: offsetLeft, width: offsetWidth })),
      });
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(frame);
    return () => watcher.disconnect();
  }, [frame, layout]);
  return lines;
}

/**
 * Moves a session on the grid, by pointer or by keys: a ghost stays at its place, a copy snaps to the quarter hours, and a
 * tag says what the place is like. Dropping it opens the sheet; nothing is changed before that is confirmed.
 */
export function CalendarMover(props: MoverProps) {
  const { frame, layout, zone } = props;
  const { answer, move, verdict, spoken, opened, setOpened, setMove, changeMove, homeOf, putBack } =
    useSessionMove(props);

  return (
    <>
      <Announcement>{spoken}</Announcement>
      {move && <MoveCopy frame={frame} layout={layout} move={move} verdict={verdict} zone={zone} />}
      {move?.phase === 'KEYS' && (
        <p className="cal-move-keys">
          <span>
            Moving {firstName(move.session)}’s {move.session.service_name}.
          </span>
          <span>
            <kbd>Alt</kbd> and arrows move by 15 minutes or a day, with <kbd>Shift</kbd> 5 minutes
          </span>
          <span>
            <kbd>Enter</kbd> to reschedule
          </span>
          <span>
            <kbd>Esc</kbd> puts it back
          </span>
        </p>
      )}
      {move && (move.phase === 'SHEET' || move.phase === 'SAVING') && (
        <RescheduleSheet
          booking={currentRow(answer.sessions, move.session)}
          start={new Date(move.start).toISOString()}
          closesAtOnce
          onSaving={(start) => setMove({ ...move, start: Date.parse(start), phase: 'SAVING' })}
          onFailed={() => setMove({ ...move, start: homeOf(move.session), phase: 'SHEET' })}
          onRescheduled={({ booking }) => {
            changeMove('SAVING', (from) => ({
              ...from,
              start: Date.parse(booking.start_time),
              phase: 'SAVED',
            }));
            showToast(rescheduledText(booking));
          }}
          onClose={() => putBack(move, 'Put back. Nothing was moved.')}
        />
      )}
      {opened && (
        <RescheduleSheet
          booking={opened}
          onRescheduled={() => setOpened(null)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** The session as the calendar has it now, so that the sheet sees what another device changes. */
const currentRow = (sessions: readonly SessionRow[], session: SessionRow): SessionRow =>
  sessions.find(({ id }) => id === session.id) ?? session;
