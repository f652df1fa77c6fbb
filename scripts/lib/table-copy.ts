import type pg from 'pg';

// Tables as lines of JSON: independent of the version of PostgreSQL, and of any program of its own.

const BATCH_ROWS = 1000;

interface Table {
  readonly name: string;
  /** Columns that are stored, so not the computed ones. */
  readonly columns: readonly string[];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** All tables but the migrator's, each after those that it refers to. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
      group by c.relname order by c.relname`,
  );
  const { rows: references } = await client.query<{ name: string; target: string }>(
    `select c.relname as name, t.relname as target
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid
       join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid and c.relnamespace = 'public'::regnamespace`,
  );
  const sorted: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.some((reference) => reference.name === name && waiting.has(reference.target)),
    );
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) {
      sorted.push(table);
      waiting.delete(table.name);
    }
  }
  return sorted;
}

/** The rows of a table as JSON, one a line, in the transaction that is open. */
export async function* readRows(
  client: pg.ClientBase,
  table: Table,
  counted: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  await client.query(
    `declare rows_of_table no scroll cursor for select row_to_json(t)::text as row from ${quoted(table.name)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${BATCH_ROWS} from rows_of_table`);
    if (rows.length === 0) break;
    counted(rows.length);
    yield Buffer.from(rows.map(({ row }) => `${row}\n`).join(''));
  }
  await client.query('close rows_of_table');
}

/** Puts such lines into an empty table and returns how many there were. */
export async function writeRows(client: pg.ClientBase, table: Table, lines: Buffer): Promise<number> {
  const columns = table.columns.map(quoted).join(', ');
  const sql = `insert into ${quoted(table.name)} (${columns}) overriding system value
               select ${columns} from json_populate_recordset(null::${quoted(table.name)}, $1::json)`;
  let count = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await client.query(sql, [`[${batch.join(',')}]`]);
    count += batch.length;
    batch = [];
  };
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(10, start);
    batch.push(lines.toString('utf8', start, end));
    start = end + 1;
    if (batch.length === BATCH_ROWS) await flush();
  }
  await flush();
  return count;
}

/** Numbers given out by the database go on after the highest one that was brought in. */
export async function advanceSequences(client: pg.ClientBase, table: Table): Promise<void> {
  for (const column of table.columns) {
    await client.query(
      `select setval(s.name, m.highest)
         from (select pg_get_serial_sequence($1, $2) as name) s,
              lateral (select max(${quoted(column)}::text::numeric)::bigint as highest from ${quoted(table.name)}
                        where s.name is not null) m
        where s.name is not null and m.highest is not null`,
      [quoted(table.name), column],
    );
  }
}
