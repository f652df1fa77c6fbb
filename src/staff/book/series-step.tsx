import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { CheckedPlacement } from '#contract/placement.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { seriesDates } from '#domain/slots/placement.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import type { FreeTimesWish } from '#staff/placement/placement-query.ts';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { TextButton } from '#web/ui/button.tsx';
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
  /** `planned`: the start that the rhythm gives; another one may have been chosen. */
  dates: readonly { planned: string; start: string; check: CheckedPlacement | null }[];
  wish: FreeTimesWish;
  today: LocalDate;
  onChange: (change: Partial<BookingDraft>) => void;
};

/** Repeats the time every few weeks; each date is checked, and can be left out or given another time. */
export function SeriesStep({ draft, dates, wish, today, onChange }: SeriesProps) {
  const { repeat, left_out, moved } = draft;
  const [opened, setOpened] = useState<string | null>(null);
  const [isTyped, setIsTyped] = useState(false);
  return (
    <>
      <div className="two-fields grid-cols-2">
        <SelectField
          label="Repeat"
          value={repeat ? String(repeat.weeks) : ''}
          placeholder="Once"
          onChange={(value) => {
            const weeks = INTERVALS.find((each) => String(each) === value);
            onChange({
              repeat: weeks ? { weeks, times: repeat?.times ?? 4 } : null,
              left_out: [],
              moved: {},
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
              onChange({ repeat: { ...repeat, times: Number(times) }, left_out: [], moved: {}, accept: [] })
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
          <ul className="divide-y divide-line">
            {dates.map(({ planned, start, check }) => {
              const is_taken = check?.verdict === 'TAKEN';
              const at = formatDayTime(start, zone);
              return (
                <li key={planned} className="grid py-1.5">
                  <label className="choice">
                    <input
                      type="checkbox"
                      checked={!left_out.includes(planned)}
                      onChange={(event) =>
                        onChange({
                          left_out: event.currentTarget.checked
                            ? left_out.filter((each) => each !== planned)
                            : [...left_out, planned],
                        })
                      }
                    />
                    <span>{at}</span>
                  </label>
                  {is_taken && (
                    <small className="pl-8.5 text-clay-ink text-small">{`Taken${check.by ? `: ${check.by}` : ''}`}</small>
                  )}
                  {planned !== draft.start && !left_out.includes(planned) && (
                    <TextButton
                      className="act justify-self-start ml-8.5"
                      aria-expanded={opened === planned}
                      aria-label={`Other time for ${at}`}
                      onClick={() => setOpened(opened === planned ? null : planned)}
                    >
                      Other time…
                    </TextButton>
                  )}
                  {opened === planned && (
                    <TimePicker
                      wish={wish}
                      today={today}
                      near={localDateOf(planned, zone)}
                      value={{ start: moved[planned] ?? null, is_other_time: isTyped }}
                      onChange={(value) => {
                        setIsTyped(value.is_other_time);
                        const { [planned]: _, ...others } = moved;
                        onChange({
                          moved: value.start === null ? others : { ...others, [planned]: value.start },
                          accept: [],
                        });
                      }}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </fieldset>
      )}
    </>
  );
}
