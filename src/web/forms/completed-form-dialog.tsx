import { createPortal } from 'react-dom';
import { Printer } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { formatShortDate } from '#domain/time/date-formats.ts';
import { fullName } from '#domain/people/names.ts';
import type { CompletedForm } from '#web/forms/queries.ts';
import type { User } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { isQuestionType, unsupportedMessage } from '#domain/visits/forms.ts';

type SubmittedAnswer = CompletedForm['responses'][string] | undefined;

/** The submitted answers, for the screen and for print. */
function AnswersView({ form: { content }, responses }: Pick<CompletedForm, 'form' | 'responses'>) {
  return (
    <div className="grid gap-8">
      {content.sections.map((section, at) => (
        <section key={`${at} ${section.title}`} className="form-section grid gap-6 min-w-0">
          {section.title && <h3 className="text-lg">{section.title}</h3>}
          <dl className="grid gap-5">
            {section.questions.map(({ id, label, type }) => (
              <div key={id} className="answer">
                <dt className="field-label">{label}</dt>
                <dd>
                  {isQuestionType(type) ? (
                    <GivenAnswer answer={responses[id]} isSignature={type === 'SIGNATURE'} label={label} />
                  ) : (
                    <span className="text-muted">{unsupportedMessage(type)}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function GivenAnswer({
  answer,
  isSignature,
  label,
}: {
  answer: SubmittedAnswer;
  isSignature: boolean;
  label: string;
}) {
  if (answer === undefined || answer.length === 0) return <span className="text-muted">Not answered</span>;
  if (isSignature && typeof answer === 'string')
    return (
      <div className="sign-pad h-auto w-fit max-w-full border-solid border-line">
        <img src={answer} alt={label} />
      </div>
    );
  if (typeof answer === 'string') return <span className="whitespace-pre-wrap">{answer}</span>;
  return (
    <ul className="list-inside list-disc">
      {answer.map((choice) => (
        <li key={choice}>{choice}</li>
      ))}
    </ul>
  );
}

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
  const submitted = `Submitted ${formatShortDate(submitted_at, practice.zone)}`;
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
