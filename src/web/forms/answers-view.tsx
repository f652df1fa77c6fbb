import { isQuestionType, unsupportedMessage } from '#domain/visits/forms.ts';
import { ON_PAPER } from '#domain/visits/submission-origin.ts';
import type { CompletedForm } from '#web/forms/queries.ts';

type SubmittedAnswer = CompletedForm['responses'][string] | undefined;

/** The submitted answers, for the screen and for print. */
export function AnswersView({
  form: { content },
  responses,
  source,
}: Pick<CompletedForm, 'form' | 'responses' | 'source'>) {
  if (source === 'PAPER') return <p>{ON_PAPER}</p>;
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
