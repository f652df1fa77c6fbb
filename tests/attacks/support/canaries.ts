import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** Words that occur nowhere else: a hit is the canary client's data (goals.md S10). */
export const HEALTH = [
  'zorvaknote',
  'zorvakfirst',
  'zorvakadvice',
  'zorvakanswer',
  'zorvakrefused',
  // What the practitioner writes and the client never sees.
  'zorvaksession',
  'zorvakaddendum',
  'zorvakpinned',
  'zorvakdraft',
  'zorvakcontact',
] as const;
/** A service that exists nowhere: a hit is the canary client's drafted suggestion. */
export const SUGGESTED = '5a5a0f0e-1b2d-4c3e-8f9a-7b6c5d4e3f2a';
/** First and last name, e-mail, pronouns, phone, street. */
export const PERSON = [
  'Zorvakina',
  'Quillibert',
  'zorvak@example.com',
  'zorvakian',
  '+15035550911',
  'Zorvak Lane',
] as const;

/** Every row of every table as text; bytes appear in hexadecimal. */
export async function dump(db: Db): Promise<string> {
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ line: string }>`
      select ${name} || ' ' || row_to_json(t)::text as line from ${sql.raw(name)} t`.execute(db);
    texts.push(...rows.map(({ line }) => line));
  }
  return texts.join('\n');
}

/** The word as it is, in hexadecimal, and inside base64 at any of its three alignments. */
function spellings(word: string): string[] {
  const inside = [0, 1, 2].map((pad) =>
    Buffer.from(' '.repeat(pad) + word)
      .toString('base64')
      .slice(pad === 0 ? 0 : 4, -4),
  );
  return [word.toLowerCase(), Buffer.from(word).toString('hex'), ...inside];
}

/** Those of the words that are in a text, in any spelling. */
export function found(words: readonly string[], text: string): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) =>
    spellings(word).some((spelling, kind) => (kind < 2 ? lower : text).includes(spelling)),
  );
}
