import { practice } from '#content/public/practice.ts';
import type { CheckedPlacement } from '#contract/placement.schemas.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { seriesDates } from '#domain/placement.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SelectField } from '#web/ui/field.tsx';

const { zone } = practice;
const INTERVALS = [1, 2, 4] as const;
const MOST_TIMES = 12;

/** The starts of a booking: one, or those of its series. */
export const seriesOf = (start: string, repeat: BookingDraft['repeat']): string[] =>
  repeat
    ? seriesDates(new Date(start), repeat.weeks, repeat.times, zone).map((date) => date.toISOString())
    : [start];

type SeriesProps = {
  draft: BookingDraft;
  dates: readonly { start: string; check: CheckedPlacement | null }[];
  onChange: (change: Partial<BookingDraft>) => void;
};

/** Repeats the time every few weeks; each date is checked and can be left out. */
export function SeriesStep({ draft: { repeat, left_out }, dates, onChange }: SeriesProps) {
  return (
    <>
      <div className="two-fields is-short">
        <SelectField
          label="Repeat"
          value={repeat ? String(repeat.weeks) : ''}
          placeholder="Once"
          onChange={(value) => {
            const weeks = INTERVALS.find((each) => String(each) === value);
            onChange({
              repeat: weeks ? { weeks, times: repeat?.times ?? 4 } : null,
              left_out: [],
              accept: [],
            });
          }}
          options={INTERVALS.map((weeks) => ({
            value: String(weeks),
            label: weeks === 1 ? 'Every week' : `Every ${weeks} weeks`,
          }))}
        />
        {repeat && (
          <SelectField
            label="Times"
            value={String(repeat.times)}
            onChange={(times) =>
              onChange({ repeat: { ...repeat, times: Number(times) }, left_out: [], accept: [] })
            }
            options={Array.from({ length: MOST_TIMES - 1 }, (_, at) => ({
              value: String(at + 2),
              label: `${at + 2} times`,
            }))}
          />
        )}
      </div>
      {repeat && (
        <fieldset>
          <legend className="field-label">Dates</legend>
          <ul className="book-dates">
            {dates.map(({ start, check }) => {
              const is_taken = check?.verdict === 'TAKEN';
              const text = is_taken
                ? `Taken${check.by ? `: ${check.by}` : ''}`
                : check?.warnings.map((warning) => warning.text).join(' ');
              return (
                <li key={start} className={classNames(is_taken && 'is-taken')}>
                  <label className="choice">
                    <input
                      type="checkbox"
                      checked={!left_out.includes(start)}
                      onChange={(event) =>
                        onChange({
                          left_out: event.currentTarget.checked
                            ? left_out.filter((each) => each !== start)
                            : [...left_out, start],
                        })
                      }
                    />
                    <span>
                      {formatDayOf(start, zone)}, {formatClock(start, zone)}
                    </span>
                  </label>
                  {text && <small>{text}</small>}
                </li>
              );
            })}
          </ul>
        </fieldset>
      )}
    </>
  );
}
