/** A client needs profile data before they may see availability and book (rules.md §1). */

type ProfileRecord = { pronouns?: string | null; birthdate?: string | null; phone?: string | null };

/** A record that has what booking needs. */
export type WithProfileData<U extends ProfileRecord> = U & Record<keyof ProfileRecord, string>;

/** True if pronouns, birthdate and phone are set. An imported account may lack them. */
export function hasProfileData<U extends ProfileRecord>(
  user: U | null | undefined,
): user is WithProfileData<U> {
  return Boolean(user?.pronouns?.trim() && user.birthdate?.trim() && user.phone?.trim());
}
