import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { formatShortDate, formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { validateAnswers, missingMessage } from '#domain/visits/forms.ts';
import { ApiError } from '#web/api/api.ts';
import { MESSAGES, errorMessage } from '#web/api/error-messages.ts';
import { submissionOf } from '#web/forms/answers.ts';
import { FormFields, focusFirst, UnmatchedAnswers } from '#web/forms/form-fields.tsx';
import { type RequiredForm, useSubmitForm } from '#web/forms/queries.ts';
import { useFormDraft } from '#web/forms/use-form-draft.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';

/** How long the alert about required fields stays (product.md §9.1). */
const ALERT_MILLISECONDS = 7000;

type Details = Readonly<Record<string, string>>;

/** A required form to fill in. `entry` is the form as it was when the dialog opened, so a refetch does not change it. */
export function FillFormDialog({
  entry,
  user,
  onClose,
  onSubmitted,
}: {
  entry: RequiredForm;
  /** Whose drafts this device keeps. */
  user: { id: string };
  onClose: () => void;
  onSubmitted: () => void;
}) {
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(entry.form);
  const draft = useFormDraft(user.id, entry);
  const [errors, setErrors] = useState<Details>({});
  const [alert, showAlert] = useAlert();
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useSubmitForm();

  const showErrors = (details: Details, missing: string | null) => {
    setErrors(details);
    showAlert(missing);
    focusFirst(fields.current, Object.keys(details));
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setProblem(null);
    showAlert(null);
    const result = validateAnswers(form.content, draft.answers);
    if (!result.ok) {
      const { details, missing } = result;
      return showErrors(details, missing.length > 0 ? missingMessage(missing) : null);
    }
    const submission = submissionOf(user, { ...entry, form }, result.responses);
    if (!submission) return showToast(MESSAGES.forms.missing, 'error');
    try {
      await mutateAsync(submission);
    } catch (error) {
      return failed(error);
    }
    draft.drop();
    onSubmitted();
    showToast(MESSAGES.forms.submitted);
  };

  const failed = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    const details = error instanceof ApiError ? error.details : null;
    if (code === 'FORM_INCOMPLETE') return showErrors(textsOf(details), errorMessage(error));
    if (code === 'INVALID_INPUT') showErrors(textsOf(details), null);
    if (code === 'FORM_CHANGED') {
      const newest = (details as { form?: RequiredForm['form'] } | null)?.form;
      if (newest) {
        setForm(newest);
        setErrors({});
        draft.fit(newest.content, form.content);
      }
    }
    // The profile page redirects; the answers stay on this device until the next sign-in.
    if (error instanceof ApiError && error.status === 401)
      showToast('Please sign in again. Your answers are kept.', 'error');
    setProblem(errorMessage(error));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isPending}
      dirty={!draft.isStored}
      title={form.name}
      subtitle={<Occasion entry={entry} />}
      className="wrap-anywhere"
      footer={
        <div className="grid w-full gap-3">
          {problem !== null && (
            <Banner tone="error">
              <p>{problem}</p>
              {draft.isStored && <p className="font-normal">Your answers are kept on this device.</p>}
            </Banner>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <Button type="submit" form={formId} busy={isPending}>
              {isPending ? 'Submitting...' : 'Submit Form'}
            </Button>
          </div>
        </div>
      }
    >
      {alert !== null && (
        <Banner tone="error" className="form-alert -top-1 z-1 mb-6">
          {alert}
        </Banner>
      )}
      {form.description && <p className="mb-5 text-muted">{form.description}</p>}
      {draft.found && (
        <Banner className="mb-5">Welcome back. Your answers from last time are still here.</Banner>
      )}
      {draft.filled_in_from !== null && (
        <p className="mb-5 text-sm text-muted">
          Filled in with your answers from last time,{' '}
          <span className="whitespace-nowrap">{formatShortDate(draft.filled_in_from, practice.zone)}</span>.
          Please look them over.
        </p>
      )}
      <UnmatchedAnswers answers={draft.unmatched} />
      <form
        ref={fields}
        id={formId}
        method="post"
        noValidate
        inert={isPending}
        className="grid gap-8"
        onSubmit={(event) => void submit(event)}
      >
        <FormFields
          content={form.content}
          answers={draft.answers}
          errors={errors}
          onAnswer={(id, answer) => {
            draft.answer(id, answer);
            setErrors(({ [id]: _answered, ...rest }) => rest);
          }}
        />
      </form>
    </Dialog>
  );
}

/** The service and time that the form is for. */
function Occasion({ entry: { service_name, booking_start } }: { entry: RequiredForm }) {
  if (!service_name && !booking_start) return <span>Once, for all visits</span>;
  return (
    <>
      {service_name && <span>{service_name}</span>}
      {booking_start && <span>{formatShortDateAtTime(booking_start, practice.zone)}</span>}
    </>
  );
}

/** A text that disappears after seven seconds; showing it again restarts the timer. */
function useAlert() {
  const [alert, setAlert] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!alert) return;
    const timer = setTimeout(() => setAlert(null), ALERT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [alert]);
  return [alert?.text ?? null, (text: string | null) => setAlert(text === null ? null : { text })] as const;
}

function textsOf(details: unknown): Details {
  if (typeof details !== 'object' || details === null) return {};
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
