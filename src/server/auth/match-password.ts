import { HasherBusy, type PasswordHasher } from '../runtime/password-hasher.ts';

/** The hash of a password; null while too many others are computed. */
export async function hashed(hasher: PasswordHasher, password: string): Promise<string | null> {
  try {
    return await hasher.hash(password);
  } catch (error) {
    if (error instanceof HasherBusy) return null;
    throw error;
  }
}

/** The row whose password matches. Without rows it spends the same time and returns undefined. */
export async function firstMatch<R extends { id: string; password_hash: string }>(
  hasher: PasswordHasher,
  rows: readonly R[],
  password: string,
): Promise<R | undefined> {
  if (rows.length === 0) await hasher.verify(null, password);
  for (const row of rows) {
    if (await hasher.verify(row.password_hash, password)) return row;
  }
  return undefined;
}
