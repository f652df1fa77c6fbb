import { sql } from 'kysely';
import { HOT } from './hot-statements.ts';
import type { Db } from './pool.ts';

/** The versions of all kinds as one text. Each changes in the transaction that changes the content (migrations/0003). */
export async function selectContentVersions(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('content_versions')
    .modifyFront(sql.raw(HOT))
    .select(['noun', 'version'])
    .orderBy('noun')
    .execute();
  return rows.map(({ noun, version }) => `${noun}=${version}`).join(' ');
}
