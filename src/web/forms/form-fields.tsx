import './form-fields.css';

import type { FormContent } from '#domain/visits/forms.ts';
import type { UnmatchedAnswer } from '#web/forms/answers.ts';
import { QuestionField } from '#web/forms/question-field.tsx';
import { Banner } from '#web/ui/banner.tsx';

type Answer = string | readonly string[];

/** The questions of a form to fill in, section by section. */
export function FormFields({
  content,
  answers,
  errors = {},
  onAnswer,
}: {
  content: FormContent;
  answers: Readonly<Record<string, Answer>>;
  /** By question id. */
  errors?: Readonly<Record<string, string>>;
  onAnswer: (question_id: string, answer: Answer) => void;
}) {
  return content.sections.map((section, at) => (
    <section key={`${at} ${section.title}`} className="form-section grid gap-6 min-w-0">
      {section.title && <h3 className="text-lg">{section.title}</h3>}
      {section.questions.map((question) => (
        <div key={question.id} data-question={question.id} className="min-w-0">
          <QuestionField
            question={question}
            answer={answers[question.id]}
            error={errors[question.id] ?? null}
            onAnswer={(answer) => onAnswer(question.id, answer)}
          />
        </div>
      ))}
    </section>
  ));
}

/** Focuses the first of these questions, in the order of the form. */
export function focusFirst(form: HTMLElement | null, ids: readonly string[]): void {
  const questions = [...(form?.querySelectorAll<HTMLElement>('[data-question]') ?? [])];
  const first = questions.find(({ dataset }) => ids.includes(dataset.question ?? ''));
  first
    ?.querySelector<HTMLElement>('input, select, textarea, button:not(:disabled)')
    ?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** Answers to an earlier version of the form, for the client to use elsewhere. */
export function UnmatchedAnswers({ answers }: { answers: readonly UnmatchedAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <Banner tone="warn" className="mb-5">
      <p>This form has changed. These answers no longer belong to it and will not be submitted:</p>
      <dl className="mt-3 grid gap-3 font-normal">
        {answers.map(({ id, label, text }) => (
          <div key={`${id} ${text}`} className="grid gap-1 wrap-anywhere">
            <dt className="text-sm text-muted">{label ?? 'An earlier answer'}</dt>
            <dd className="whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}
