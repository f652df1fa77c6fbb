import { sql } from 'kysely';
import { HOT } from './hot-statements.ts';
import type { Db } from './pool.ts';

/** The version of one kind of content. It changes in the transaction that changes the content (migrations/0003). */
export async function selectContentVersion(db: Db, noun: string): Promise<string> {
  const row = await db
    .selectFrom('content_versions')
    .modifyFront(sql.raw(HOT))
    .select('version')
    .where('noun', '=', noun)
    .executeTakeFirstOrThrow();
  return row.version;
}

/** The versions of all kinds as one text, which changes with any public content. */
export async function selectContentVersions(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('content_versions')
    .modifyFront(sql.raw(HOT))
    .select(['noun', 'version'])
    .orderBy('noun')
    .execute();
  return rows.map(({ noun, version }) => `${noun}=${version}`).join(' ');
}
