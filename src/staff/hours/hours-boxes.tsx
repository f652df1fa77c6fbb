import { ChevronDown, Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { HoursAnswer, TimeOffRow, WeekChangeInput } from '#contract/hours.schemas.ts';
import { formatDay, formatDayTime } from '#domain/time/date-formats.ts';
import { type HoursService, offText, PLACE_LABELS, timesText } from '#staff/hours/hours-texts.ts';
import { TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

type BoxProps = {
  week: HoursAnswer;
  services: ReadonlyMap<string, HoursService>;
  onAdd: () => void;
  onChange: (change: WeekChangeInput) => void;
};

const AddButton = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <button type="button" className="act" aria-label={label} onClick={onAdd}>
    <Icon of={Plus} />
    Add
  </button>
);

type TimeOffProps = Omit<BoxProps, 'services'> & {
  /** Opens what ends time off that repeats. */
  onEnd: (dates: readonly TimeOffRow[]) => void;
};

export function TimeOffBox({ week: { time_off }, onAdd, onChange, onEnd }: TimeOffProps) {
  const rows = [...Map.groupBy(time_off, ({ id, series_id }) => series_id ?? id).values()];
  return (
    <section className="staff-box hours-box" aria-labelledby="time-off">
      <header>
        <h2 id="time-off">Time off</h2>
        <AddButton label="Add time off" onAdd={onAdd} />
      </header>
      {rows.length === 0 ? (
        <p className="text-muted">No time off is planned.</p>
      ) : (
        <ul>
          {rows.map((dates) => {
            const { id, reason, public_text } = dates[0]!;
            const isSeries = dates.length > 1;
            return (
              <li key={id}>
                <div>
                  <b>{offText(dates)}</b>
                  <p>
                    {reason && `${reason.replace(/\.$/, '')}. `}
                    {public_text === null
                      ? 'Clients see only that it is closed.'
                      : `Clients see “${public_text}”.`}
                  </p>
                </div>
                <TextButton
                  className="act"
                  aria-label={`Remove the time off ${offText(dates)}`}
                  onClick={() =>
                    isSeries ? onEnd(dates) : onChange({ kind: 'REMOVE_TIME_OFF', time_off_id: id })
                  }
                >
                  {isSeries ? 'Remove…' : 'Remove'}
                </TextButton>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

export function OpeningsBox({ week: { openings }, services, onAdd, onChange }: BoxProps) {
  return (
    <section className="staff-box hours-box" aria-labelledby="openings">
      <header>
        <h2 id="openings">Extra openings</h2>
        <AddButton label="Add an extra opening" onAdd={onAdd} />
      </header>
      {openings.length === 0 ? (
        <p className="text-muted">No extra openings.</p>
      ) : (
        <ul>
          {openings.map((row) => (
            <li key={row.id}>
              <div>
                <b>
                  {formatDay(row.from)}, {timesText(row)}
                </b>
                <p>
                  {services.get(row.service_id)!.name}, {PLACE_LABELS[row.place]}
                </p>
              </div>
              <TextButton
                className="act"
                aria-label={`Remove the extra opening on ${formatDay(row.from)}, ${timesText(row)}`}
                onClick={() => onChange({ kind: 'REMOVE_OPENING', rule_id: row.id })}
              >
                Remove
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Dates on which hours do not open. */
export function SkippedBox({ week: { hours }, services, onChange }: Omit<BoxProps, 'onAdd'>) {
  const skipped = hours.flatMap((row) => row.skipped.map((each) => ({ ...each, row })));
  if (skipped.length === 0) return null;
  return (
    <section className="staff-box hours-box" aria-labelledby="skipped">
      <header>
        <h2 id="skipped">Not on single dates</h2>
      </header>
      <ul>
        {skipped.map(({ row, date, reason }) => (
          <li key={`${row.id} ${date}`}>
            <div>
              <b>
                {services.get(row.service_id)!.name}, not on {formatDay(date)}
              </b>
              <p>
                {timesText(row)}
                {reason && `, ${reason}`}
              </p>
            </div>
            <TextButton
              className="act"
              aria-label={`Open again: ${services.get(row.service_id)!.name}, ${formatDay(date)}`}
              onClick={() => onChange({ kind: 'RESTORE_DATE', rule_id: row.id, date })}
            >
              Open again
            </TextButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ChangesBox({ week: { changes } }: Pick<BoxProps, 'week'>) {
  if (changes.length === 0) return null;
  return (
    <details className="staff-box hours-box">
      <summary>
        <span>
          Past changes <small>{changes.length}</small>
        </span>
        <Icon of={ChevronDown} />
      </summary>
      <ul>
        {changes.map(({ at, text, by }) => (
          <li key={at + text}>
            <div>
              <b>{text}</b>
              <p>
                {formatDayTime(at, practice.zone)}
                {by && `, ${by}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
