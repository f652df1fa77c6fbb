/** What a record needs before its owner may see availability and book (rules.md §1). */

type ProfileRecord = { pronouns?: string | null; birthdate?: string | null; phone?: string | null };

/** "Profile data": pronouns, birthdate and phone are there. An imported account may lack them. */
export function hasProfileData(user: ProfileRecord | null | undefined): boolean {
  return Boolean(user?.pronouns?.trim() && user.birthdate?.trim() && user.phone?.trim());
}
