import { useDeferredValue, useId, useState } from 'react';
import { cleanContent } from '#domain/visits/form-drafts.ts';
import type { Body } from '#staff/forms/form-body.ts';
import { FormFields } from '#web/forms/form-fields.tsx';

/** A form as a client fills it in on a phone. What is typed here goes nowhere. */
export function PhonePreview({ body, title }: { body: Body; title: string }) {
  const id = useId();
  const [answers, setAnswers] = useState<Readonly<Record<string, string | readonly string[]>>>({});
  const { name, description, content } = useDeferredValue(body);
  const sections = cleanContent(content).sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({
      ...question,
      label: question.label || 'New question',
    })),
  }));
  return (
    <section className="min-w-0" aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-text text-md font-strong tracking-normal">
        {title}
      </h2>
      <div className="phone grid gap-8">
        <div>
          <h3 className="text-xl">{name || 'Its name'}</h3>
          {description && <p className="mt-2 text-muted">{description}</p>}
        </div>
        <FormFields
          content={{ sections }}
          answers={answers}
          onAnswer={(question, answer) => setAnswers((last) => ({ ...last, [question]: answer }))}
        />
      </div>
    </section>
  );
}
