import { Link } from 'react-router';
import type { SinceLastTime } from '#contract/notes.schemas.ts';
import { submittedText } from '#domain/visits/submission-origin.ts';
import { dateInSentence, dateText } from '#staff/parts/date-text.ts';
import { clientPath } from '#staff/parts/session-texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** What is new since the last visit: changed answers, visits that were given up, and what was added. */
export function SinceLastTimeBox({
  since,
  client_id,
  now,
}: {
  since: SinceLastTime | null;
  client_id: string;
  now: Date | null;
}) {
  const isNothing =
    since !== null && since.forms.length === 0 && since.missed.length === 0 && since.notes.length === 0;
  return (
    <section className="staff-box note-side since" aria-labelledby="since-last-time">
      <header>
        <h2 id="since-last-time">Since last time</h2>
        {since && (
          <p className="grow basis-full text-muted text-grid">
            {since.last_visit.service_name}, {dateText(since.last_visit.start_time, now)}
          </p>
        )}
      </header>
      {since === null && (
        <p className="text-muted">
          There was no visit before.{' '}
          <Link className="act" to={`${clientPath(client_id)}?tab=forms`}>
            Read the forms
          </Link>
        </p>
      )}
      {isNothing && <p className="text-muted">Nothing new.</p>}
      {since?.forms.map((form, at) => (
        <Form
          key={form.submission_id}
          className={at > 0 ? LINE : undefined}
          form={form}
          client_id={client_id}
          now={now}
        />
      ))}
      {since && since.missed.length + since.notes.length > 0 && (
        <ul className={classNames('since-list text-grid', since.forms.length > 0 && LINE)}>
          {since.missed.map(({ booking_id, service_name, start_time, status }) => (
            <li key={booking_id}>
              {status === 'NO_SHOW' ? 'Missed' : 'Cancelled'}: {service_name},{' '}
              {dateInSentence(start_time, now)}
            </li>
          ))}
          {since.notes.map(({ booking_id, kind, service_name, start_time, at }) => (
            <li key={`${kind} ${booking_id} ${at}`}>
              {kind === 'ADDENDUM' ? 'Added to the note on' : 'A shared reflection on'} {service_name},{' '}
              {dateInSentence(start_time, now)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Below another form. */
const LINE = 'mt-3 pt-3 border-t border-line';

function Form({
  className,
  form,
  client_id,
  now,
}: {
  className: string | undefined;
  form: SinceLastTime['forms'][number];
  client_id: string;
  now: Date | null;
}) {
  const { submission_id, name, submitted_at, is_first, differences } = form;
  return (
    <div className={className}>
      <h3 className="text-grid">{name}</h3>
      <p className="text-muted text-grid">
        {submittedText(form, 'Filled in', dateInSentence(submitted_at, now))}
        {form.source === 'PAPER'
          ? '.'
          : is_first
            ? ', for the first time.'
            : differences.length === 0
              ? '. Nothing has changed.'
              : '.'}
      </p>
      {differences.length > 0 && (
        <ul className="since-list text-grid">
          {differences.map(({ label, before, now: present }) => (
            <li key={label}>
              <b className="block font-strong">{label}</b>
              {before !== null && (
                <>
                  <VisuallyHidden> Before: </VisuallyHidden>
                  <del className="mr-1.5 text-muted">{before}</del>
                </>
              )}
              {present !== null && (
                <>
                  <VisuallyHidden> Now: </VisuallyHidden>
                  <ins className="px-1 rounded-sm bg-sage-wash no-underline font-strong">{present}</ins>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Link className="act" to={`${clientPath(client_id)}?tab=forms&form=${submission_id}`}>
        All answers<VisuallyHidden> to {name}</VisuallyHidden>
      </Link>
    </div>
  );
}
