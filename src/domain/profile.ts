/** A client needs profile data before they may see availability and book (rules.md §1). */

type ProfileRecord = { pronouns?: string | null; birthdate?: string | null; phone?: string | null };

/** True if pronouns, birthdate and phone are set. An imported account may lack them. */
export function hasProfileData(user: ProfileRecord | null | undefined): boolean {
  return Boolean(user?.pronouns?.trim() && user.birthdate?.trim() && user.phone?.trim());
}
