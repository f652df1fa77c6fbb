import { useState } from 'react';
import type { FormContent } from '#domain/forms.ts';
import { type Answers, answersThatFit, answersWithoutPlace, draftNameOf } from '#web/forms/answers.ts';
import { dropFound, foundDraft } from '#web/forms/form-drafts.ts';
import type { RequiredForm } from '#web/forms/queries.ts';
import { loadDraft, saveDraft } from '#web/client/drafts.ts';
import { now } from '#web/ui/use-now.ts';

/**
 * The answers of a form that is being filled in; every change is kept on this device until it is sent. It begins with
 * what is kept here, else with her answers to a version before.
 */
export function useDraft(userId: string, entry: RequiredForm) {
  const { content } = entry.form;
  const former = entry.former_answers;
  const [from] = useState(() => foundDraft(userId, entry, now().getTime()));
  const [stored] = useState(() => from && loadDraft(userId, from, now().getTime()));
  const [answers, setAnswers] = useState(() =>
    answersThatFit(content, from === null ? former?.responses : stored),
  );
  const [unplaced, setUnplaced] = useState(() => answersWithoutPlace(content, stored));
  const [found] = useState(() => from !== null && Object.keys(answers).length > 0);
  /** False once the device has refused: then closing would lose what was typed. */
  const [kept, setKept] = useState(true);

  const keep = (next: Answers, beside = unplaced) => {
    setAnswers(next);
    const all = { ...Object.fromEntries(beside.map(({ id, words }) => [id, words])), ...next };
    // Former answers that were all taken out do not come back.
    if (former || Object.values(all).some((answer) => answer.length > 0))
      setKept(saveDraft(userId, draftNameOf(entry), all, now().getTime()));
    else dropFound(userId, entry, from);
  };
  return {
    answers,
    /** Answers to the form as it was before; they wait with the others, and are not among them. */
    unplaced,
    found,
    /** When she gave the answers that it began with; null if it began with none, or with what was kept here. */
    filled_in_from: from === null && former ? former.submitted_at : null,
    kept,
    answer: (id: string, answer: string | readonly string[]) => keep({ ...answers, [id]: answer }),
    /** The form itself has changed from the one to the other. */
    fit: (next: FormContent, before: FormContent) => {
      const beside = [...unplaced, ...answersWithoutPlace(next, answers, before)];
      setUnplaced(beside);
      keep(answersThatFit(next, answers), beside);
    },
    drop: () => dropFound(userId, entry, from),
  };
}
