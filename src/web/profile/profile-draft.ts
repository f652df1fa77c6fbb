import { dropDraft, loadDraft, saveDraft } from '#web/client/drafts.ts';
import { isPersonField, type PersonField, type PersonValues } from '#web/profile/profile-values.ts';

const NAME = 'person';

/**
 * What a client has changed about herself and not saved yet. Kept by the tab alone, since a sign-out in another one
 * takes what the device keeps; and under her address, since a login may not have a record yet. Only what was changed,
 * so that it never puts back what has been saved elsewhere in the meantime. `now` in epoch ms.
 */
export function loadPersonDraft(email: string, now: number): Partial<PersonValues> {
  const value = loadDraft(email, NAME, now, 'tab');
  if (typeof value !== 'object' || value === null) return {};
  // The tab's storage is not ours alone: whatever is there is read like something from outside.
  return Object.fromEntries(
    Object.entries(value).filter(([field, typed]) => isPersonField(field) && typeof typed === 'string'),
  );
}

/** Keeps one field as it is typed; the last one that says again what is saved takes the draft away. */
export function keepPersonField(
  email: string,
  saved: PersonValues,
  field: PersonField,
  typed: string,
  now: number,
): void {
  const { [field]: _before, ...others } = loadPersonDraft(email, now);
  const changed = typed === saved[field] ? others : { ...others, [field]: typed };
  if (Object.keys(changed).length > 0) saveDraft(email, NAME, changed, now, 'tab');
  else dropPersonDraft(email);
}

/** Saved, or given up. */
export function dropPersonDraft(email: string): void {
  dropDraft(email, NAME, 'tab');
}
