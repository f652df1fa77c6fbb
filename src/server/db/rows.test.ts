import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import {
  bytes,
  type Columns,
  flag,
  instant,
  json,
  list,
  maybe,
  number,
  object,
  oneOf,
  readFirst,
  readOne,
  readRows,
  text,
} from './rows.ts';

const { db } = await testDatabase();
const numbered = sql`select n::int as n from generate_series(1, 2) as n`;

describe('reading rows', () => {
  it('returns all, the first or the only one', async () => {
    expect(await readRows(db, { n: number }, numbered)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await readFirst(db, { n: number }, numbered)).toEqual({ n: 1 });
    expect(await readFirst(db, { n: number }, sql`${numbered} where false`)).toBeUndefined();
    expect(await readOne(db, { n: number }, sql`select 1 as n`)).toEqual({ n: 1 });
  });

  it('knows every type that the database answers', async () => {
    const columns = {
      id: text,
      day: text,
      at: instant,
      sum: number,
      is: flag,
      sealed: bytes,
      names: list(oneOf<'a' | 'b'>()),
      found: object({ at: text, of: maybe(list(object({ n: number }))) }),
      stored: json<{ version: number }>(),
    };
    const row = await readOne(
      db,
      columns,
      sql`select '018f3c1e-0000-7000-8000-000000000000'::uuid as id, '2026-03-02'::date as day, now() as at,
        sum(n) as sum, true as is, '\\x00'::bytea as sealed, array['a', 'b'] as names,
        json_build_object('at', now(), 'of', json_agg(json_build_object('n', n))) as found,
        '{"version": 1}'::jsonb as stored from generate_series(1, 2) as n`,
    );
    expect(row).toMatchObject({ sum: 3, names: ['a', 'b'], found: { of: [{ n: 1 }, { n: 2 }] } });
  });
});

it('a null has no type, so it refuses no answer and the next value is compared', async () => {
  const columns = { n: number, found: object({ n: number }), names: list(text) };
  const nulls = sql`select null::int as n, null::json as found, null::text[] as names`;
  expect(await readOne(db, columns, nulls)).toEqual({ n: null, found: null, names: null });
  const later = sql`select 'a' as n, null::json as found, null::text[] as names`;
  await expect(readOne(db, columns, later)).rejects.toThrow('A row.n is not a number, but string');
});

describe('rows that differ from their columns', () => {
  const refuse = async (columns: Columns, statement: string, message: string) =>
    await expect(readRows(db, columns, sql.raw(statement))).rejects.toThrow(message);

  it('are refused if a name is missing or not declared', async () => {
    await refuse({ n: number, of: number }, 'select 1 as n', 'A row has n instead of n, of');
    await refuse({ n: number }, 'select 1 as n, 2 as of', 'A row has n, of instead of n');
  });

  it('are refused if a value has another type', async () => {
    await refuse({ n: text }, 'select 1 as n', 'A row.n is not text, but number');
    await refuse({ at: text }, 'select now() as at', 'A row.at is not text, but object');
    await refuse({ names: text }, `select array['a'] as names`, 'A row.names is not text, but a list');
  });

  it('are refused if a number is more than an integer can hold, which comes as text', async () => {
    await refuse(
      { cents: number },
      'select sum(1::int8) as cents',
      'A row.cents is not a number, but string',
    );
  });

  it('are refused inside of lists and JSON', async () => {
    await refuse({ names: list(text) }, 'select array[1] as names', 'A row.names[] is not text, but number');
    await refuse(
      { found: list(object({ n: number })) },
      `select '[{"n": 1, "of": 2}]'::json as found`,
      'A row.found[] has n, of instead of n',
    );
    await refuse(
      { found: object({ at: instant }) },
      `select json_build_object('at', now()) as found`,
      'A row.found.at is not',
    );
    await refuse({ found: object({}) }, 'select 1 as found', 'A row.found is not an object, but number');
  });

  it('are refused as soon as a column has a value, in a later row or answer', async () => {
    const columns = { n: maybe(text), m: number };
    await readRows(db, columns, sql`select null::int as n, 1 as m`);
    const later = `select n, 1 as m from (values (null), (1)) as rows(n)`;
    await refuse(columns, later, 'A row.n is not text, but number');
    await refuse(columns, later, 'A row.n is not text, but number');
  });
});
