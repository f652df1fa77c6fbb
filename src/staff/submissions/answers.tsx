import type { ReactNode } from 'react';
import type { Submission } from '#contract/submissions.schemas.ts';
import { isQuestionType, unsupportedMessage } from '#domain/visits/forms.ts';
import { answerText, comparisonText, endOf } from '#staff/submissions/answer-texts.ts';
import { now } from '#web/ui/use-now.ts';
import './answers.css';

type Answer = Submission['responses'][string];
type Difference = Submission['differences'][number];

/** Answers as the practitioner reads them: what changed since the last time is marked, and said in words. */
export function Answers({ submission }: { submission: Submission }) {
  const { form, responses, previous, differences, source } = submission;
  const sections = source === 'PAPER' ? [] : form.content.sections;
  const asked = form.content.sections.flatMap(({ questions }) => questions.map(({ id }) => id));
  const gone = differences.filter(({ question_id }) => !asked.includes(question_id));
  const shown = (id: string) => ({
    now: responses[id],
    before: previous?.responses[id],
    kind: differences.find(({ question_id }) => question_id === id)?.kind,
  });
  return (
    <div className="answers">
      <p className="text-muted">{comparisonText(submission, now())}</p>
      {sections.map(({ title, questions }, at) => (
        <Section key={`${at} ${title}`} title={title}>
          {questions.map(({ id, label, type }) => (
            <Question key={id} label={label} isMarked={isMarked(shown(id).kind)}>
              {isQuestionType(type) ? (
                <Given {...shown(id)} label={label} isSignature={type === 'SIGNATURE'} />
              ) : (
                <span className="text-muted">{unsupportedMessage(type)}</span>
              )}
            </Question>
          ))}
        </Section>
      ))}
      {gone.length > 0 && (
        <Section title="No longer asked">
          {gone.map(({ question_id, label }) => (
            <Question key={question_id} label={label} isMarked>
              <Given {...shown(question_id)} label={label} isSignature={false} />
            </Question>
          ))}
        </Section>
      )}
    </div>
  );
}

const isMarked = (kind: Difference['kind'] | undefined) => kind !== undefined && kind !== 'SAME';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      {title && <h3 className="mb-1.5">{title}</h3>}
      <dl>{children}</dl>
    </section>
  );
}

function Question({ label, isMarked, children }: { label: string; isMarked: boolean; children: ReactNode }) {
  return (
    <div className={isMarked ? 'answer is-different' : 'answer'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Given({
  now,
  before,
  kind,
  label,
  isSignature,
}: {
  now: Answer | undefined;
  before: Answer | undefined;
  kind: Difference['kind'] | undefined;
  label: string;
  isSignature: boolean;
}) {
  if (kind === 'CHANGED' && now !== undefined && before !== undefined)
    return (
      <Mark>
        <b>Changed.</b> Before: {endOf(answerText(before))} Now: <strong>{endOf(answerText(now))}</strong>
      </Mark>
    );
  if (kind === 'GONE' && before !== undefined)
    return (
      <Mark>
        <b>Gone.</b> Before: {endOf(answerText(before))}
      </Mark>
    );
  if (now === undefined || now.length === 0) return <span className="text-muted">Not answered</span>;
  if (kind === 'NEW')
    return (
      <Mark>
        <b>New.</b> <strong>{endOf(answerText(now))}</strong>
      </Mark>
    );
  if (isSignature && typeof now === 'string')
    return (
      <img
        className="max-w-[min(100%,22rem)] border border-line rounded-control bg-sign-paper"
        src={now}
        alt={label}
      />
    );
  return <span className="whitespace-pre-wrap">{answerText(now)}</span>;
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="whitespace-pre-wrap">
      <span className="font-bold" aria-hidden="true">
        ±
      </span>{' '}
      {children}
    </span>
  );
}
