import { practice } from '#content/public/practice.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { ClosedTime } from '#staff/placement/closed-time.ts';
import { type Choice, type Draft, type Drafts, draftOf, type Row } from '#staff/decisions/decision-texts.ts';
import { NewBadge } from '#staff/parts/preview-effects.tsx';
import { TimePicker } from '#staff/placement/time-picker.tsx';
import { shortClientName } from '#staff/parts/session-texts.ts';
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

type Booking = Row['bookings'][number];
/** What the server said about one decision. */
export type DecisionError = {
  booking: string;
  text: string;
  warnings: readonly { code: string; text: string }[];
};

type ListProps = {
  rows: readonly Row[];
  /** Of these the earlier preview did not know. */
  added: ReadonlySet<string>;
  drafts: Drafts;
  otherwise: 'KEEP' | 'CANCEL';
  error: DecisionError | null;
  closed?: ClosedTime | undefined;
  /** About all these bookings. */
  onDraft: (bookings: readonly Booking[], draft: Draft) => void;
};

const FEW = 3;

/** The bookings that a change touches, with a decision for each, or one for all. */
export function DecisionList({ rows, added, drafts, otherwise, error, closed, onDraft }: ListProps) {
  const bookings = rows.flatMap((row) => row.bookings);
  const all = new Set(bookings.map(({ id }) => draftOf(drafts, id, otherwise).choice));
  const [same] = all;
  return (
    <ul className="decisions grid text-grid" aria-label="Bookings">
      {rows.length >= FEW && (
        <li className="decision">
          <p>
            <b>{`All ${rows.length}`}</b>
          </p>
          <SelectField
            label="What becomes of all of them"
            hideLabel
            value={all.size === 1 && same !== 'RESCHEDULE' ? same! : ''}
            placeholder="One by one"
            options={(['KEEP', 'CANCEL'] as const).map((value) => ({ value, label: LABELS[value] }))}
            onChange={(value) => {
              if (value !== '') onDraft(bookings, { choice: value as 'KEEP' | 'CANCEL' });
            }}
          />
        </li>
      )}
      {rows.map((row) => {
        const draft = draftOf(drafts, row.bookings[0]!.id, otherwise);
        return (
          <li key={row.id}>
            <div className="decision">
              <RowText row={row} added={added} />
              <SelectField
                label={`What becomes of ${row.text}`}
                hideLabel
                value={draft.choice}
                options={row.choices.map((value) => ({ value, label: labelOf(value, row) }))}
                onChange={(value) => onDraft(row.bookings, draftFor(value as Choice))}
              />
            </div>
            <NewTimeNotes booking={row.bookings[0]!} draft={draft} />
            {draft.choice === 'RESCHEDULE' && (
              <NewTime
                booking={row.bookings[0]!}
                draft={draft}
                closed={closed}
                onDraft={(next) => onDraft(row.bookings, next)}
              />
            )}
            {error !== null && row.bookings.some(({ id }) => id === error.booking) && (
              <Banner tone="warn" inSight>
                {error.text} {error.warnings.map(({ text }) => text).join(' ')}{' '}
                {error.warnings.length > 0 && draft.choice === 'RESCHEDULE' && (
                  <TextButton
                    onClick={() =>
                      onDraft(row.bookings, { ...draft, accept: error.warnings.map(({ code }) => code) })
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

/** "and refund" only where something was paid. */
const labelOf = (choice: Choice, { bookings }: Row): string =>
  choice === 'CANCEL' &&
  bookings.every(({ reach }) => reach.refund === 'NOTHING_PAID' || reach.refund === 'NONE')
    ? 'Cancel'
    : LABELS[choice];

/** A session, or a class with who is in it. */
export function RowText({ row: { text, bookings }, added }: { row: Row; added: ReadonlySet<string> }) {
  const isClass = bookings[0]!.class_id !== null;
  return (
    <p>
      <span>{text}</span> {bookings.some(({ id }) => added.has(id)) && <NewBadge />}
      {isClass && (
        <span className="block text-muted">
          {bookings.map(({ reach }) => shortClientName(reach)).join(', ')}
        </span>
      )}
    </p>
  );
}

const draftFor = (choice: Choice): Draft =>
  choice === 'RESCHEDULE' ? { choice, start: null, accept: [], is_other_time: false } : { choice };

/** What speaks against the time where the change would put a booking. */
function NewTimeNotes({ booking: { to }, draft }: { booking: Booking; draft: Draft }) {
  if (to === null || draft.choice !== 'RESCHEDULE') return null;
  if (to.is_taken && draft.start === null)
    return (
      <p className="block text-muted">
        {`${formatDayTime(to.start, zone)} is taken${to.by ? `: ${to.by}` : ''}.`}
      </p>
    );
  if (draft.start !== to.start || to.warnings.length === 0) return null;
  return <p className="block text-muted">{to.warnings.map(({ text }) => text).join(' ')}</p>;
}

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
  const { service_id, place, start_time, to, class_id, reach } = booking;
  if (!today) return null;
  const { start } = draft;
  return (
    <details
      className="px-3.5 pt-1 pb-3 border border-line rounded-inner"
      open={start === null || draft.is_other_time}
    >
      <summary className="min-h-act py-2 font-strong cursor-pointer">
        {start === null ? 'Choose a time' : `To ${formatDayTime(start, zone)}`}
      </summary>
      <TimePicker
        wish={{
          service_id,
          place,
          ...(reach.client && class_id === null ? { client_id: reach.client.id } : {}),
        }}
        today={today}
        near={localDateOf(to?.start ?? start_time, zone)}
        closed={closed}
        value={{ start, is_other_time: draft.is_other_time }}
        onChange={(value) => onDraft({ ...draft, ...value, accept: [] })}
      />
    </details>
  );
}
