import type { CSSProperties } from 'react';
import type { HoursRow } from '#contract/hours.schemas.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import {
  barsOf,
  dayName,
  detailsText,
  type HoursService,
  isClass,
  MONDAY_FIRST,
  PLACE_LABELS,
  spanOf,
  timesText,
} from '#staff/hours/hours-texts.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { classNames } from '#web/ui/class-names.ts';

export type WeekProps = {
  hours: readonly HoursRow[];
  services: ReadonlyMap<string, HoursService>;
  today: string;
  onChange: (row: HoursRow) => void;
};

const LANE_REM = 2.5;

/** A lane for each weekday, with a bar for each service's hours. */
export function WeekLanes({ hours, services, today, onChange }: WeekProps) {
  const { from, until } = spanOf(hours);
  const ticks = Array.from({ length: Math.floor((until - from) / 120) + 1 }, (_, n) => from + n * 120).filter(
    (at) => at < until,
  );
  const part = (minutes: number) => `${(100 * (minutes - from)) / (until - from)}%`;
  return (
    <div className="overflow-hidden staff-box">
      <div className="relative h-9 ml-17" aria-hidden="true">
        {ticks.map((at) => (
          <span
            key={at}
            className="absolute top-2.5 pl-1.5 text-muted text-xs whitespace-nowrap"
            style={{ left: part(at) }}
          >
            {formatTime(at).replace(':00', '')}
          </span>
        ))}
      </div>
      {MONDAY_FIRST.map((day) => {
        const { bars, lanes } = barsOf(hours.filter((row) => row.day === day));
        return (
          <section key={day} className="relative pl-17 border-t border-line" aria-label={`${dayName(day)}s`}>
            <h3 className="absolute top-3 left-4.5 font-bold" aria-hidden="true">
              {dayName(day).slice(0, 3)}
            </h3>
            <ul className="relative" style={{ height: `${lanes * LANE_REM + 0.75}rem` }}>
              {ticks.map((at) => (
                <li
                  key={at}
                  aria-hidden="true"
                  className="absolute inset-y-0 border-l border-line"
                  style={{ left: part(at) }}
                />
              ))}
              {bars.map(({ row, from: start, until: end, lane, free_until, has_equal }) => {
                const service = services.get(row.service_id)!;
                const details = detailsText(row, service, today);
                const apart = has_equal ? `, ${details || PLACE_LABELS[row.place].toLowerCase()}` : '';
                const name = `${service.name}${apart}`;
                return (
                  <li
                    key={row.id}
                    className="absolute pr-0.5"
                    style={
                      {
                        top: `${lane * LANE_REM + 0.5}rem`,
                        left: part(start),
                        width: `${(100 * (end - start)) / (until - from)}%`,
                        '--room': (Math.min(until, free_until) - start) / (end - start),
                      } as CSSProperties
                    }
                  >
                    <button
                      type="button"
                      title={`${name}, ${timesText(row)}${details && `. ${details}`}`}
                      className={classNames(
                        'hours-bar block w-full h-9 px-2 py-0 text-left whitespace-nowrap',
                        tintClassOf(service.type),
                        isClass(service) && 'is-class border-tint bg-surface',
                        row.from > today && 'is-later',
                      )}
                      aria-label={`${name}, ${timesText(row)}${details && `. ${details}`}. Change`}
                      onClick={() => onChange(row)}
                    >
                      <span>{name}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The same as a list. */
export function WeekList({ hours, services, today, onChange }: WeekProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4 items-start">
      {MONDAY_FIRST.map((day) => {
        const rows = hours.filter((row) => row.day === day);
        if (rows.length === 0) return null;
        return (
          <section key={day} className="staff-box">
            <h2 className="px-4.5 pt-3 pb-1.5 text-part">{dayName(day)}s</h2>
            <ul className="text-grid">
              {rows.map((row) => {
                const service = services.get(row.service_id)!;
                const details = detailsText(row, service, today);
                return (
                  <li
                    key={row.id}
                    className={classNames(
                      'grid grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-3 items-center px-4.5 py-2 border-t border-line',
                      tintClassOf(service.type),
                    )}
                  >
                    <i
                      aria-hidden="true"
                      className={classNames(
                        'size-3 border-2 border-tint rounded-pill',
                        !isClass(service) && 'bg-tint',
                      )}
                    />
                    <div>
                      <b>{service.name}</b>
                      <p className="flex flex-wrap gap-x-3 text-muted num">
                        <span className="whitespace-nowrap">{timesText(row)}</span>
                        {details && <span>{details}</span>}
                      </p>
                    </div>
                    <button
                      type="button"
                      className="act"
                      aria-label={`Change ${service.name}, ${dayName(day)}s ${timesText(row)}`}
                      onClick={() => onChange(row)}
                    >
                      Change
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
