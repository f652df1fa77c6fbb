import { sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';

/** Changes with each change of that content, in the transaction that makes it (migrations/0003). */
export async function selectContentVersion(db: Db, noun: string): Promise<string> {
  const row = await db
    .selectFrom('content_versions')
    .modifyFront(sql.raw(HOT))
    .select('version')
    .where('noun', '=', noun)
    .executeTakeFirstOrThrow();
  return row.version;
}
