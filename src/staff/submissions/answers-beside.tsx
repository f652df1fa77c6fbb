import type { Submission } from '#contract/submissions.schemas.ts';
import { dateText } from '#staff/parts/date-text.ts';
import { answerText, comparisonText } from '#staff/submissions/answer-texts.ts';
import { Answers } from '#staff/submissions/answers.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { now } from '#web/ui/use-now.ts';
import './answers.css';

type Kind = Submission['differences'][number]['kind'];
type Row = { id: string; label: string; kind: Kind | undefined };

const WORDS: Record<Exclude<Kind, 'SAME'>, string> = { CHANGED: 'Changed', NEW: 'New', GONE: 'Gone' };

/** Answers next to those before, as a table; what is different is marked, and said in words. The first ones stand alone. */
export function AnswersBeside({ submission }: { submission: Submission }) {
  const { form, differences, previous, submitted_at } = submission;
  if (!previous) return <Answers submission={submission} />;
  const kindOf = (id: string) => differences.find(({ question_id }) => question_id === id)?.kind;
  const asked = form.content.sections.flatMap(({ questions }) => questions.map(({ id }) => id));
  const gone = differences
    .filter(({ question_id }) => !asked.includes(question_id))
    .map(({ question_id: id, label, kind }) => ({ id, label, kind }));
  const [before, latest] = [previous.submitted_at, submitted_at].map((at) => dateText(at, now()));
  return (
    <div className="answers">
      <p className="text-muted">{comparisonText(submission, now())}</p>
      <table className="beside">
        <caption className="sr-only">
          Answers of {before} beside those of {latest}
        </caption>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">{before}</th>
            <th scope="col">{latest}</th>
          </tr>
        </thead>
        {form.content.sections.map(({ title, questions }, at) => (
          <Section
            key={`${at} ${title}`}
            title={title}
            rows={questions
              .filter(({ type }) => type !== 'SIGNATURE')
              .map(({ id, label }) => ({ id, label, kind: kindOf(id) }))}
            submission={submission}
          />
        ))}
        {gone.length > 0 && <Section title="No longer asked" rows={gone} submission={submission} />}
      </table>
    </div>
  );
}

function Section({ title, rows, submission }: { title: string; rows: Row[]; submission: Submission }) {
  if (rows.length === 0) return null;
  const { responses, previous } = submission;
  return (
    <tbody>
      {title && (
        <tr>
          <th className="font-display text-lg font-medium" scope="rowgroup" colSpan={3}>
            {title}
          </th>
        </tr>
      )}
      {rows.map(({ id, label, kind }) => {
        const isMarked = kind !== undefined && kind !== 'SAME';
        return (
          <tr key={id} className={classNames(isMarked && 'is-different')}>
            <th scope="row">
              {label}
              {isMarked && (
                <span className="block text-ink font-bold">
                  <span aria-hidden="true">± </span>
                  {WORDS[kind]}.
                </span>
              )}
            </th>
            <td>
              <span className="beside-when">Before: </span>
              <Given answer={previous?.responses[id]} />
            </td>
            <td>
              <span className="beside-when">Now: </span>
              {kind === 'SAME' ? <span className="text-muted">Same</span> : <Given answer={responses[id]} />}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}

function Given({ answer }: { answer: Submission['responses'][string] | undefined }) {
  if (answer === undefined || answer.length === 0) return <span className="text-muted">Not answered</span>;
  return <span className="whitespace-pre-wrap">{answerText(answer)}</span>;
}
