import { useState } from 'react';
import { Link } from 'react-router';
import { Check, CircleAlert } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { AskedForm } from '#contract/submissions.schemas.ts';
import { formatDayMonth, formatDayTime } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { submittedText } from '#domain/visits/submission-origin.ts';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;
type Submitted = NonNullable<AskedForm['submission']>;

const SubmissionDialog = onDemand(
  async () => (await import('#staff/submissions/submission-dialog.tsx')).SubmissionDialog,
);
const FillFormSheet = onDemand(
  async () => (await import('#staff/submissions/fill-form-sheet.tsx')).FillFormSheet,
);

const textOf = (sent: string, submission: Submitted) =>
  submittedText(submission, sent, formatDayTime(submission.submitted_at, zone));

/** The forms that are asked. One that is done opens its answers; one that is missing can be filled in with the client. */
export function FormList({
  forms,
  client,
}: {
  forms: readonly AskedForm[];
  /** Null where nothing can be filled in. */
  client: { id: string; name: string } | null;
}) {
  const [open, setOpen] = useState<AskedForm | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ul className="checked-list">
        {forms.map((form) => {
          const { name, booking_id, start_time, submission } = form;
          return (
            <li key={`${name} ${booking_id}`} className={submission ? undefined : 'is-missing'}>
              {submission ? <Icon of={Check} /> : <Icon of={CircleAlert} />}
              <span>
                {submission || client ? (
                  <button
                    type="button"
                    className="act text-start whitespace-normal"
                    aria-haspopup="dialog"
                    onClick={() => setOpen(form)}
                    {...(submission ? SubmissionDialog : FillFormSheet).preloadHandlers}
                  >
                    <VisuallyHidden>{submission ? 'Read the answers:' : 'Fill in:'} </VisuallyHidden>
                    {name}
                  </button>
                ) : (
                  name
                )}{' '}
                {booking_id !== null && start_time !== null && (
                  <Link to={bookingPath(booking_id)}>
                    for {formatDayMonth(localDateOf(start_time, zone))}
                  </Link>
                )}
              </span>
              <span className="when">
                {submission && <VisuallyHidden>done </VisuallyHidden>}
                {submission ? textOf('', submission) : 'Missing'}
              </span>
            </li>
          );
        })}
      </ul>
      {open?.submission && (
        <SubmissionDialog
          id={open.submission.id}
          name={open.name}
          submitted={textOf('Filled in', open.submission)}
          onClose={close}
        />
      )}
      {open && !open.submission && client && <FillFormSheet asked={open} client={client} onClose={close} />}
    </>
  );
}
