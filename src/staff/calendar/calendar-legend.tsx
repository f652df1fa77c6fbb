import { marksOf } from '#staff/calendar/entry-text.ts';
import type { GridLayout } from '#staff/calendar/grid-layout.ts';

/** What the looks mean, of those on the screen. */
export function CalendarLegend({ columns }: Pick<GridLayout, 'columns'>) {
  const entries = columns.flatMap(({ blocks }) => blocks.map(({ entry }) => entry));
  const marks = entries.map(marksOf);
  const sessions = entries.filter(({ kind }) => kind === 'SESSION');
  const classes = entries.flatMap((entry) => (entry.kind === 'CLASS' ? [entry.class] : []));
  const keys: [string, string, boolean][] = [
    ['paid', 'Paid', sessions.length > marks.filter((mark) => mark.is_unpaid).length],
    ['unpaid', 'No payment recorded', marks.some((mark) => mark.is_unpaid)],
    ['being-paid', 'Being paid', marks.some((mark) => mark.is_being_paid)],
    ['class', 'Class, with seats', classes.some(({ taken }) => taken > 0)],
    ['empty', 'Class without bookings', classes.some(({ taken }) => taken === 0)],
    ['no-show', 'No-show', marks.some((mark) => mark.is_no_show)],
    ['cancelled', 'Cancelled', marks.some((mark) => mark.is_cancelled)],
    ['buffer', 'Buffer', columns.some(({ buffers }) => buffers.length > 0)],
    ['time-off', 'Time off', columns.some(({ time_off }) => time_off.length > 0)],
    ['outside', 'Outside hours', columns.some(({ outside }) => outside.length > 0)],
  ];
  return (
    <ul className="cal-legend flex flex-wrap gap-x-5 gap-y-1.5 mt-3 text-muted text-xs">
      {keys
        .filter(([, , isShown]) => isShown)
        .map(([look, label]) => (
          <li className="inline-flex gap-2 items-center" key={look}>
            <i className={`cal-key-${look}`} />
            {label}
          </li>
        ))}
    </ul>
  );
}
