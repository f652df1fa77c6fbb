import { useState } from 'react';
import type { FormContent } from '#domain/visits/forms.ts';
import { type Answers, matchingAnswers, unmatchedAnswers, draftNameOf } from '#web/forms/answers.ts';
import { dropFormDraft, findFormDraft } from '#web/forms/form-drafts.ts';
import type { RequiredForm } from '#web/forms/queries.ts';
import { loadDraft, saveDraft } from '#web/api/drafts.ts';
import { now } from '#web/ui/use-now.ts';

/**
 * The answers of a form while it is filled in; every change is stored on this device until the form is submitted. Starts
 * with the stored draft, else with the client's answers to an earlier version.
 */
export function useFormDraft(userId: string, entry: RequiredForm) {
  const { content } = entry.form;
  const former = entry.former_answers;
  const [resumedFrom] = useState(() => findFormDraft(userId, entry, now().getTime()));
  const [stored] = useState(() => resumedFrom && loadDraft(userId, resumedFrom, now().getTime()));
  const [answers, setAnswers] = useState(() =>
    matchingAnswers(content, resumedFrom === null ? former?.responses : stored),
  );
  const [unmatched, setUnmatched] = useState(() => unmatchedAnswers(content, stored));
  const [found] = useState(() => resumedFrom !== null && Object.keys(answers).length > 0);
  /** False if the device could not store the draft: then closing would lose it. */
  const [isStored, setIsStored] = useState(true);

  const store = (next: Answers, others = unmatched) => {
    setAnswers(next);
    const all = { ...Object.fromEntries(others.map(({ id, text }) => [id, text])), ...next };
    // Former answers that were all removed must not come back.
    if (former || Object.values(all).some((answer) => answer.length > 0))
      setIsStored(saveDraft(userId, draftNameOf(entry), all, now().getTime()));
    else dropFormDraft(userId, entry, resumedFrom);
  };
  return {
    answers,
    /** Answers to an earlier version; stored with the others, but not part of them. */
    unmatched,
    found,
    /** When the former answers that it starts with were submitted; null if it starts with a draft or empty. */
    filled_in_from: resumedFrom === null && former ? former.submitted_at : null,
    isStored,
    answer: (id: string, answer: string | readonly string[]) => store({ ...answers, [id]: answer }),
    /** Moves the answers to another version of the form. */
    fit: (next: FormContent, before: FormContent) => {
      const others = [...unmatched, ...unmatchedAnswers(next, answers, before)];
      setUnmatched(others);
      store(matchingAnswers(next, answers), others);
    },
    drop: () => dropFormDraft(userId, entry, resumedFrom),
  };
}
