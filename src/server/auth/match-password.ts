import type { PasswordHasher } from '../runtime/password-hasher.ts';

/** The row whose password matches. Without rows it spends the same time and returns undefined. @throws HasherBusy */
export async function firstMatch<R extends { id: string; password_hash: string }>(
  hasher: PasswordHasher,
  rows: readonly R[],
  { password, by }: { password: string; by: string | null },
): Promise<R | undefined> {
  if (rows.length === 0) await hasher.verify(null, password, by);
  for (const row of rows) {
    if (await hasher.verify(row.password_hash, password, by)) return row;
  }
  return undefined;
}
