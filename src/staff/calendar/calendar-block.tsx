import type { CSSProperties, MouseEvent } from 'react';
import { Link } from 'react-router';
import { House, TriangleAlert, Video } from 'lucide';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { entryName, entryTitle, formatHour, marksOf } from '#staff/calendar/entry-text.ts';
import type { Block, Entry } from '#staff/calendar/grid-layout.ts';
import { Icon } from '#web/ui/icon.tsx';
import { seatsLabel } from '#staff/parts/session-texts.ts';

/** Below this there is room for one line only. */
const TINY_MINUTES = 35;
/** Below this there is no room for the time above the name. */
const LINE_MINUTES = 28;
/** Room for two lines of the service. */
const TALL_MINUTES = 70;
/** Room for the bar of the seats below the text. */
const SEATS_MINUTES = 60;

/** The look of an entry: discipline tint, edge, and what is over, cancelled or a no-show. */
export function entryClass(entry: Entry, now: number | null): string {
  const marks = marksOf(entry);
  const type = entry.kind === 'CLASS' ? entry.class.service_type : entry.session.service_type;
  return classNames(
    tintClassOf(type),
    entry.kind === 'CLASS' && 'is-class',
    entry.kind === 'CLASS' && entry.class.taken === 0 && 'is-empty',
    marks.is_being_paid && 'is-being-paid',
    marks.is_unpaid && 'is-unpaid',
    marks.is_cancelled && 'is-cancelled',
    marks.is_no_show && 'is-no-show',
    now !== null && entry.end <= now && 'is-over',
  );
}

/** Keeps the focus on a cell, so that the keys go on from the block that was pressed. */
function focusCell(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  event.currentTarget.closest('td')?.focus({ preventScroll: true });
}

type Props = {
  block: Block;
  /** Minutes below the top of the cell. */
  offset: number;
  zone: string;
  now: number | null;
  /** Shown in the panel. */
  is_open: boolean;
  /** Changed a moment ago. */
  is_changed: boolean;
  to: string;
};

/**
 * A block of the grid, in the cell in which it starts. It is for pointers: the cell has the name, the focus and the keys.
 */
export function CalendarBlock({ block, offset, zone, now, is_open, is_changed, to }: Props) {
  const { entry, length } = block;
  const marks = marksOf(entry);
  return (
    <Link
      to={to}
      tabIndex={-1}
      aria-hidden="true"
      draggable={false}
      data-key={entry.key}
      onMouseDown={focusCell}
      title={entryName(entry, zone)}
      className={classNames(
        'cal-at cal-block',
        entryClass(entry, now),
        length < TINY_MINUTES && 'is-tiny',
        length < LINE_MINUTES && 'is-line',
        length >= TALL_MINUTES && 'is-tall',
        is_open && 'is-open',
        is_changed && 'is-changed',
      )}
      style={{ '--m': offset, '--l': length, '--lane': block.lane, '--lanes': block.lanes } as CSSProperties}
    >
      <b>
        <time>{formatHour(entry.start, zone)} </time>
        {entryTitle(entry)}
      </b>
      <span>{entry.kind === 'CLASS' ? seatsLabel(entry.class) : entry.session.service_name}</span>
      <span className="cal-icons">
        {marks.forms_missing.length > 0 && (
          <i className="is-missing text-wait-ink">
            <Icon of={TriangleAlert} />
          </i>
        )}
        {marks.is_house_call && (
          <i>
            <Icon of={House} />
          </i>
        )}
        {marks.is_online && (
          <i>
            <Icon of={Video} />
          </i>
        )}
      </span>
      {entry.kind === 'CLASS' && entry.class.taken > 0 && length >= SEATS_MINUTES && (
        <i
          className="cal-seats absolute right-1.5 left-2"
          style={{ '--full': Math.min(1, entry.class.taken / entry.class.capacity) } as CSSProperties}
        />
      )}
    </Link>
  );
}
