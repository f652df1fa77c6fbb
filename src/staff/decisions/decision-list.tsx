import { practice } from '#content/public/practice.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { localDateOf } from '#domain/zone.ts';
import type { ClosedTime } from '#staff/placement/closed-time.ts';
import { type Draft, type Drafts, draftOf, type Choice } from '#staff/decisions/decision-texts.ts';
import { NewBadge } from '#staff/parts/preview-effects.tsx';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { useToday } from '#web/ui/use-now.ts';
import './decisions.css';

const { zone } = practice;
const LABELS: Readonly<Record<Choice, string>> = {
  KEEP: 'Keep',
  RESCHEDULE: 'Reschedule…',
  CANCEL: 'Cancel and refund',
};

type Booking = Preview['bookings'][number];
/** What the server said about one decision. */
export type DecisionError = {
  booking: string;
  text: string;
  warnings: readonly { code: string; text: string }[];
};

type ListProps = {
  bookings: readonly Booking[];
  /** Of these the earlier preview did not know. */
  added: ReadonlySet<string>;
  drafts: Drafts;
  otherwise: 'KEEP' | 'CANCEL';
  error: DecisionError | null;
  closed?: ClosedTime | undefined;
  onDraft: (id: string, draft: Draft) => void;
  onAll: (choice: 'KEEP' | 'CANCEL') => void;
};

const FEW = 3;

/** The bookings that a change touches, with a decision for each, or one for all. */
export function DecisionList({
  bookings,
  added,
  drafts,
  otherwise,
  error,
  closed,
  onDraft,
  onAll,
}: ListProps) {
  const all = new Set(bookings.map(({ id }) => draftOf(drafts, id, otherwise).choice));
  const [same] = all;
  return (
    <ul className="decisions" aria-label="Bookings">
      {bookings.length >= FEW && (
        <li className="decision">
          <p>
            <b>All {bookings.length}</b>
          </p>
          <SelectField
            label="What becomes of all of them"
            hideLabel
            value={all.size === 1 && same !== 'RESCHEDULE' ? same! : ''}
            placeholder="One by one"
            options={(['KEEP', 'CANCEL'] as const).map((value) => ({ value, label: LABELS[value] }))}
            onChange={(value) => {
              if (value !== '') onAll(value as 'KEEP' | 'CANCEL');
            }}
          />
        </li>
      )}
      {bookings.map((booking) => {
        const draft = draftOf(drafts, booking.id, otherwise);
        return (
          <li key={booking.id}>
            <div className="decision">
              <p>
                {booking.text} {added.has(booking.id) && <NewBadge />}
              </p>
              <SelectField
                label={`What becomes of ${booking.text}`}
                hideLabel
                value={draft.choice}
                options={booking.choices.map((value) => ({ value, label: LABELS[value] }))}
                onChange={(value) => onDraft(booking.id, draftFor(value as Choice))}
              />
            </div>
            {draft.choice === 'RESCHEDULE' && (
              <NewTime
                booking={booking}
                draft={draft}
                closed={closed}
                onDraft={(next) => onDraft(booking.id, next)}
              />
            )}
            {error?.booking === booking.id && (
              <Banner tone="warn" inSight>
                {error.text} {error.warnings.map(({ text }) => text).join(' ')}{' '}
                {error.warnings.length > 0 && draft.choice === 'RESCHEDULE' && (
                  <TextButton
                    onClick={() =>
                      onDraft(booking.id, { ...draft, accept: error.warnings.map(({ code }) => code) })
                    }
                  >
                    Reschedule there anyway
                  </TextButton>
                )}
              </Banner>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const draftFor = (choice: Choice): Draft =>
  choice === 'RESCHEDULE' ? { choice, start: null, accept: [], is_other_time: false } : { choice };

/** Where a booking goes: the free times as clients see them after the change, or any other time. */
function NewTime({
  booking,
  draft,
  closed,
  onDraft,
}: {
  booking: Booking;
  draft: Draft & { choice: 'RESCHEDULE' };
  closed: ClosedTime | undefined;
  onDraft: (draft: Draft) => void;
}) {
  const today = useToday(zone);
  const { service_id, place, start_time, client } = booking;
  if (!today || service_id === undefined || place === undefined || start_time === undefined) return null;
  const { start } = draft;
  return (
    <details className="decision-time" open={start === null || draft.is_other_time}>
      <summary>
        {start === null ? 'Choose a time' : `To ${formatDayOf(start, zone)}, ${formatClock(start, zone)}`}
      </summary>
      <TimePicker
        wish={{ service_id, place, ...(client ? { client_id: client.id } : {}) }}
        today={today}
        near={localDateOf(start_time, zone)}
        closed={closed}
        value={{ start, is_other_time: draft.is_other_time }}
        onChange={(value) => onDraft({ ...draft, ...value, accept: [] })}
      />
    </details>
  );
}
