import {
  isQuestionType,
  MAX_TEXT,
  MAX_TEXTAREA,
  type Question,
  unsupportedMessage,
} from '#domain/visits/forms.ts';
import { SignatureField } from '#web/forms/signature-field.tsx';
import { CheckboxGroup, RadioGroup } from '#web/ui/choices.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';

type Answer = string | readonly string[];

type QuestionFieldProps = {
  question: Question;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
  error: string | null;
};

/** One question with the control for its type (product.md §2.16.5). */
export function QuestionField({ question, answer, onAnswer, error }: QuestionFieldProps) {
  const { type, required } = question;
  if (!isQuestionType(type))
    return (
      <div className="field">
        <p className="field-label">{question.label}</p>
        <p className="text-sm text-muted">{unsupportedMessage(type)}</p>
      </div>
    );

  const label = <QuestionLabel question={question} />;
  const text = typeof answer === 'string' ? answer : '';
  // Duplicate choices are shown once, because an answer could not distinguish them.
  const options = [...new Set(question.options)].map((option) => ({ value: option, label: option }));
  const field = { label, error, required, value: text, onChange: onAnswer };
  switch (type) {
    case 'TEXT':
      return <TextField {...field} maxLength={MAX_TEXT} hint={maxLengthHint(text, MAX_TEXT)} />;
    case 'TEXTAREA':
      return <TextAreaField {...field} maxLength={MAX_TEXTAREA} hint={maxLengthHint(text, MAX_TEXTAREA)} />;
    case 'SELECT':
      return <SelectField {...field} options={options} placeholder="Select an option" />;
    case 'RADIO':
      return <RadioGroup legend={label} value={text} onChange={onAnswer} {...{ options, error, required }} />;
    case 'CHECKBOX':
      return (
        <CheckboxGroup
          legend={label}
          value={typeof answer === 'object' ? answer : []}
          onChange={onAnswer}
          columns={options.every(({ value: choice }) => choice.length <= 28)}
          {...{ options, error }}
        />
      );
    case 'SIGNATURE':
      return <SignatureField label={label} value={text} onChange={onAnswer} error={error} />;
  }
}

/** Shown at the limit, because browsers cut off a longer pasted text silently. */
function maxLengthHint(text: string, maxLength: number): string | undefined {
  return text.length < maxLength
    ? undefined
    : `Answers can have up to ${maxLength.toLocaleString('en-US')} characters; anything beyond is left out.`;
}

/** Screen readers announce required text fields; groups of choices and the signature pad need a text. */
function QuestionLabel({ question: { label, type, required } }: { question: Question }) {
  if (!required) return <>{label}</>;
  return (
    <>
      {label}{' '}
      <span aria-hidden="true" className="text-clay-ink">
        *
      </span>
      {(type === 'CHECKBOX' || type === 'SIGNATURE') && <span className="sr-only"> (required)</span>}
    </>
  );
}
