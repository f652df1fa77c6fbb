import { createPortal } from 'react-dom';
import { Printer } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { formatShortDate } from '#domain/time/date-formats.ts';
import { fullName } from '#domain/people/names.ts';
import { submittedText } from '#domain/visits/submission-origin.ts';
import type { CompletedForm } from '#web/forms/queries.ts';
import type { User } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AnswersView } from '#web/forms/answers-view.tsx';

/** A submitted form, read-only. Prints alone, on as many pages as it needs. */
export function CompletedFormDialog({
  completed,
  user,
  onClose,
}: {
  completed: CompletedForm;
  user: User;
  onClose: () => void;
}) {
  const { form_name, service_name, submitted_at } = completed;
  const submitted = submittedText(completed, 'Submitted', formatShortDate(submitted_at, practice.zone));
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={form_name}
        subtitle={
          <>
            {service_name && <span>{service_name}</span>}
            <span>{submitted}</span>
          </>
        }
        footer={
          <Button look="secondary" icon={<Icon of={Printer} />} onClick={() => window.print()}>
            Print
          </Button>
        }
      >
        <AnswersView {...completed} />
      </Dialog>
      {createPortal(
        <article className="print-sheet hidden print:grid print:gap-6">
          <h1 className="print:text-2xl">{form_name}</h1>
          <p>
            {practice.name} · <bdi>{fullName(user)}</bdi>
            {[service_name, submitted].filter(Boolean).map((part) => ` · ${part}`)}
          </p>
          <AnswersView {...completed} />
        </article>,
        document.body,
      )}
    </>
  );
}
