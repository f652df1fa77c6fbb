import { useState } from 'react';
import { Check, CircleAlert } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;
type AskedForm = BookingPanel['forms'][number];

const SubmissionDialog = onDemand(
  async () => (await import('#staff/submissions/submission-dialog.tsx')).SubmissionDialog,
);

/** The forms that a visit asks for. A form that is done opens its answers. */
export function FormList({ forms }: { forms: readonly AskedForm[] }) {
  const [open, setOpen] = useState<{ id: string; name: string; submitted_at: string } | null>(null);
  return (
    <>
      <ul className="checked-list">
        {forms.map(({ name, submitted_at, submission_id: id, required }) => (
          <li key={name} className={submitted_at ? undefined : 'is-missing'}>
            {submitted_at ? <Icon of={Check} /> : <Icon of={CircleAlert} />}
            {submitted_at && id ? (
              <button
                type="button"
                className="act justify-self-start text-start whitespace-normal"
                aria-haspopup="dialog"
                onClick={() => setOpen({ id, name, submitted_at })}
                {...SubmissionDialog.preloadHandlers}
              >
                <VisuallyHidden>Read the answers:</VisuallyHidden>
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
            <span className="when">
              {submitted_at ? (
                <>
                  <VisuallyHidden>done </VisuallyHidden>
                  {formatDayTime(submitted_at, zone)}
                </>
              ) : required ? (
                'Missing'
              ) : (
                'Not filled in'
              )}
            </span>
          </li>
        ))}
      </ul>
      {open && <SubmissionDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}
