import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';
import type { DB } from './types.ts';

/** A state table whose rows are processed when they are due. It has a column `attempts`. */
type Queue = {
  table: keyof DB;
  key: string;
  /** The column with the time at which a row is due; next_attempt_at by default. */
  due_at?: string;
  /** The condition of rows that are not done. Write it as the table's partial index does, so that the index is used. */
  where: RawBuilder<unknown>;
  /** Reads the columns of another table, `on` which the claimed row, `due`, is joined. */
  from?: { table: RawBuilder<unknown>; on: RawBuilder<unknown> };
  /** The columns to return; the claimed row is `due`. */
  returning: RawBuilder<unknown>;
};
type Claim = { limit: number; leased_until: Date; now: Date };

/**
 * Claims due rows for this process, the longest due first, and counts the attempt. Rows that another process is claiming
 * are skipped. A claimed row is due again after the lease, so that a process that dies loses none.
 */
export async function claimDue<Row>(
  db: Db,
  { table, key, due_at = 'next_attempt_at', where, from, returning }: Queue,
  { limit, leased_until, now }: Claim,
): Promise<Row[]> {
  const due = sql.ref(due_at);
  const { rows } = await sql<Row>`
    update ${sql.table(table)} as due set ${due} = ${leased_until}, attempts = due.attempts + 1
    ${from ? sql`from ${from.table}` : sql``}
    where ${sql.ref(`due.${key}`)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where (${where}) and ${due} <= ${now}
      order by ${due} limit ${limit} for update skip locked)
    ${from ? sql`and ${from.on}` : sql``}
    returning ${returning}`.execute(db);
  return rows;
}
