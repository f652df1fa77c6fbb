import { dropDraft, loadDraft, saveDraft } from '#web/api/drafts.ts';
import { isProfileField, type ProfileField, type ProfileValues } from '#web/profile/profile-values.ts';

const NAME = 'person';

/**
 * Unsaved changes of the profile. Stored in the tab, because a sign-out in another tab deletes drafts on the device, and
 * under the e-mail address, because a session may not have a record yet. Contains only changed fields, so that it never
 * overwrites what was saved elsewhere meanwhile. `now` in epoch ms.
 */
export function loadProfileDraft(email: string, now: number): Partial<ProfileValues> {
  const value = loadDraft(email, NAME, now, 'tab');
  if (typeof value !== 'object' || value === null) return {};
  // Other code can write to the tab's storage, so the draft is parsed like untrusted input.
  return Object.fromEntries(
    Object.entries(value).filter(([field, typed]) => isProfileField(field) && typeof typed === 'string'),
  );
}

/** Stores one field while it is typed; deletes the draft if nothing differs from the saved profile. */
export function saveProfileField(
  email: string,
  saved: ProfileValues,
  field: ProfileField,
  typed: string,
  now: number,
): void {
  const { [field]: _before, ...others } = loadProfileDraft(email, now);
  const changed = typed === saved[field] ? others : { ...others, [field]: typed };
  if (Object.keys(changed).length > 0) saveDraft(email, NAME, changed, now, 'tab');
  else dropProfileDraft(email);
}

/** Deletes a draft that was saved or discarded. */
export function dropProfileDraft(email: string): void {
  dropDraft(email, NAME, 'tab');
}
