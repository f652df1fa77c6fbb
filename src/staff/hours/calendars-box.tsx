import { Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { BusyCalendar } from '#contract/busy-calendars.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { ALL_DAY_LABELS, lastReadText } from '#staff/hours/calendar-texts.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;

/** The practitioner's other calendars: what they say is busy is not offered to clients. */
export function CalendarsBox({
  calendars,
  onAdd,
  onStop,
}: {
  calendars: readonly BusyCalendar[];
  onAdd: () => void;
  onStop: (calendar: BusyCalendar) => void;
}) {
  return (
    <section id="calendars" className="staff-box hours-box" aria-labelledby="calendars-title">
      <header>
        <h2 id="calendars-title">Your other calendar</h2>
        {calendars.length > 0 && (
          <button type="button" className="act" aria-label="Add another calendar" onClick={onAdd}>
            <Icon of={Plus} />
            Add
          </button>
        )}
      </header>
      {calendars.length === 0 ? (
        <div className="grid gap-3 justify-items-start">
          <p className="text-muted">
            A dentist’s appointment in Google, Outlook or Apple can close its time here. Only times are read.
          </p>
          <Button look="secondary" size="sm" onClick={onAdd}>
            Add a calendar
          </Button>
        </div>
      ) : (
        <ul>
          {calendars.map((calendar) => (
            <li key={calendar.id}>
              <div className="min-w-0 wrap-anywhere">
                <b>
                  {calendar.host}, …{calendar.ending}
                </b>
                <p>
                  <span>Closes {formatCount(calendar.times, 'time')} in the next 30 days.</span>
                  <span>{ALL_DAY_LABELS[calendar.all_day]}.</span>
                  <span>{lastReadText(calendar, zone)}</span>
                </p>
                {calendar.failed_since !== null && (
                  <p className="strip mt-1 bg-off-bg text-off-ink">
                    Can’t be read since {formatDayTime(calendar.failed_since, zone)}. {calendar.problem} What
                    it said last still counts.
                  </p>
                )}
              </div>
              <TextButton
                className="act"
                aria-label={`Stop using the calendar at ${calendar.host}, …${calendar.ending}`}
                onClick={() => onStop(calendar)}
              >
                Stop using it…
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
