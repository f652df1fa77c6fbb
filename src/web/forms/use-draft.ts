import { useState } from 'react';
import type { FormContent } from '#domain/forms.ts';
import { type Answers, answersThatFit } from '#web/forms/answers.ts';
import { dropDraft, loadDraft, saveDraft } from '#web/session/drafts.ts';
import { now } from '#web/ui/use-now.ts';

/** The answers of a form that is being filled in; every change is kept on this device until it is sent. */
export function useDraft(userId: string, name: string, content: FormContent) {
  const [answers, setAnswers] = useState(() =>
    answersThatFit(content, loadDraft(userId, name, now().getTime())),
  );
  const [found] = useState(() => Object.keys(answers).length > 0);
  /** False once the device has refused: then closing would lose what was typed. */
  const [kept, setKept] = useState(true);

  const keep = (next: Answers) => {
    setAnswers(next);
    if (Object.values(next).some((answer) => answer.length > 0))
      setKept(saveDraft(userId, name, next, now().getTime()));
    else dropDraft(userId, name);
  };
  return {
    answers,
    found,
    kept,
    answer: (id: string, answer: string | readonly string[]) => keep({ ...answers, [id]: answer }),
    /** The form itself has changed. */
    fit: (next: FormContent) => keep(answersThatFit(next, answers)),
    drop: () => dropDraft(userId, name),
  };
}
