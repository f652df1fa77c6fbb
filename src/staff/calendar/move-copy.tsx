import { type CSSProperties, useLayoutEffect, useState } from 'react';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { entryClass } from '#staff/calendar/calendar-block.tsx';
import { entryTitle, formatHour } from '#staff/calendar/entry-text.ts';
import { ROW_MINUTES } from '#staff/calendar/grid-axis.ts';
import type { Entry, GridLayout } from '#staff/calendar/grid-layout.ts';
import { placeOf } from '#staff/calendar/move-steps.ts';
import type { Move } from '#staff/calendar/use-session-move.ts';
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
export function MoveCopy({ frame, layout, move, verdict, zone }: CopyProps) {
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
