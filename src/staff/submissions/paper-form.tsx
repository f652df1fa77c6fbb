import './paper-form.css';

import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { practice } from '#content/public/practice.ts';
import type { Form } from '#contract/forms.schemas.ts';
import { formatShortDate } from '#domain/time/date-formats.ts';

type Question = Form['content']['sections'][number]['questions'][number];

/** Prints a form to be filled in by hand. `onPrinted`: it has been printed, or the browser’s dialog was closed. */
export function PaperForm({
  form: { name, description, content, updated_at },
  client_name = '',
  onPrinted,
}: {
  form: Form;
  client_name?: string;
  onPrinted: () => void;
}) {
  const end = useEffectEvent(onPrinted);
  useEffect(() => {
    const onEnd = () => end();
    window.addEventListener('afterprint', onEnd);
    window.print();
    return () => window.removeEventListener('afterprint', onEnd);
  }, []);
  return createPortal(
    <article className="paper-form hidden print:block">
      <h1>{name}</h1>
      {description && <p>{description}</p>}
      <div className="grid grid-cols-[2fr_1fr] gap-6 mt-4">
        <span className="border-b">Name: {client_name}</span>
        <span className="border-b">Date:</span>
      </div>
      {content.sections.map(({ title, questions }, at) => (
        <section key={`${at} ${title}`}>
          {title && <h2>{title}</h2>}
          {questions.map((question) => (
            <div key={question.id} className="mt-2.5 break-inside-avoid">
              <p className="font-strong">
                {question.label}
                {question.required && ' *'}
              </p>
              <Space question={question} />
            </div>
          ))}
        </section>
      ))}
      <footer className="mt-5 text-xs">
        {practice.name} · {name}, as of {formatShortDate(updated_at, practice.zone)} · * please answer
      </footer>
    </article>,
    document.body,
  );
}

/** The lines to write on. */
const LINES: Readonly<Record<string, readonly string[]>> = { TEXTAREA: ['first', 'second', 'third'] };

/** Where the answer is written. */
function Space({ question: { type, options } }: { question: Question }) {
  if (options.length > 0)
    return (
      <ul>
        {options.map((option) => (
          <li key={option}>
            {type === 'CHECKBOX' ? '☐' : '○'} {option}
          </li>
        ))}
      </ul>
    );
  return (LINES[type] ?? ['only']).map((line) => (
    <div key={line} className={`paper-line paper-${type.toLowerCase()}`} />
  ));
}
