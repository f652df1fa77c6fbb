import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from './pool.ts';
import type { DB } from './types.ts';

/** A state table whose rows are processed when they are due. It has a column `attempts`. */
type ColumnOf<Table extends keyof DB> = keyof Selectable<DB[Table]> & string;
type Queue<Table extends keyof DB, Column extends ColumnOf<Table>> = {
  table: Table;
  key: string;
  /** The column with the time at which a row is due; next_attempt_at by default. */
  due_at?: string;
  /** The condition of rows that are not done. Write it as the table's partial index does, so that the index is used. */
  where: RawBuilder<unknown>;
  /** What is returned of a row; all by default. */
  columns?: readonly Column[];
};
type Claim = { limit: number; leased_until: Date; now: Date };

/**
 * Claims due rows for this process, the longest due first, and counts the attempt. Rows that another process is claiming
 * are skipped. A claimed row is due again after the lease, so that a process that dies loses none.
 */
export async function claimDue<Table extends keyof DB, Column extends ColumnOf<Table> = ColumnOf<Table>>(
  db: Db,
  { table, key, due_at = 'next_attempt_at', where, columns }: Queue<Table, Column>,
  { limit, leased_until, now }: Claim,
): Promise<Pick<Selectable<DB[Table]>, Column>[]> {
  const due = sql.ref(due_at);
  const { rows } = await sql`
    update ${sql.table(table)} set ${due} = ${leased_until}, attempts = attempts + 1
    where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where (${where}) and ${due} <= ${now}
      order by ${due} limit ${limit} for update skip locked)
    returning ${columns ? sql.join(columns.map((name) => sql.ref(name))) : sql`*`}`.execute(db);
  // Columns of a table, whose types are generated from the database.
  return rows as Pick<Selectable<DB[Table]>, Column>[];
}
