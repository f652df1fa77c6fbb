import type pg from 'pg';
import { listTables } from '#scripts/lib/table-copy.ts';

/** The number of rows of each table and one sum over them, independent of their order. */
export async function tableSums(pool: pg.Pool): Promise<Record<string, { rows: number; sum: string }>> {
  const client = await pool.connect();
  try {
    const all: Record<string, { rows: number; sum: string }> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ rows: number; sum: string }>(
        `select count(*) as rows, sum(hashtext(t::text)::bigint)::text as sum from "${name}" t`,
      );
      all[name] = rows[0]!;
    }
    return all;
  } finally {
    client.release();
  }
}
