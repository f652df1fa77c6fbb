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

/** A lane for each weekday, with a bar for each service's hours. */
export function WeekLanes({ hours, services, today, onChange }: WeekProps) {
  const { from, until } = spanOf(hours);
  const ticks = Array.from({ length: Math.floor((until - from) / 120) + 1 }, (_, n) => from + n * 120).filter(
    (at) => at < until,
  );
  const part = (minutes: number) => `${(100 * (minutes - from)) / (until - from)}%`;
  return (
    <div className="overflow-hidden staff-box">
      <div className="lanes-axis relative h-9 ml-17 pl-0" aria-hidden="true">
        {ticks.map((at) => (
          <span key={at} style={{ '--at': part(at) } as CSSProperties}>
            {formatTime(at).replace(':00', '')}
          </span>
        ))}
      </div>
      {MONDAY_FIRST.map((day) => {
        const { bars, lanes } = barsOf(hours.filter((row) => row.day === day));
        return (
          <section key={day} className="lane" aria-label={`${dayName(day)}s`}>
            <h3 aria-hidden="true">{dayName(day).slice(0, 3)}</h3>
            <ul className="relative" style={{ '--lanes': lanes } as CSSProperties}>
              {ticks.map((at) => (
                <li
                  key={at}
                  aria-hidden="true"
                  className="lane-line absolute inset-y-0"
                  style={{ '--at': part(at) } as CSSProperties}
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
                    className="lane-bar"
                    style={
                      {
                        '--at': part(start),
                        '--width': `${(100 * (end - start)) / (until - from)}%`,
                        '--lane': lane,
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
    <div className="hours-list grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4 items-start">
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
                  <li key={row.id} className={tintClassOf(service.type)}>
                    <i
                      aria-hidden="true"
                      className={classNames(
                        'hours-dot size-3',
                        isClass(service) && 'is-class bg-transparent',
                      )}
                    />
                    <div>
                      <b>{service.name}</b>
                      <p className="flex flex-wrap gap-x-3 text-muted tabular-nums">
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
