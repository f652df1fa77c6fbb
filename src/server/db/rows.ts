import type { RawBuilder } from 'kysely';
import type { Db } from './pool.ts';

// The types of rows that SQL text answers (docs/decisions/0063-rows-that-are-checked.md).

declare const holds: unique symbol;
/** A column as a value. `see` returns whether no later value has to be seen, or how the value differs. */
export type Column<T> = { readonly see: (value: unknown) => boolean | string; readonly [holds]?: T };
export type Columns = Readonly<Record<string, Column<unknown>>>;
/** The type of a row with these columns. */
export type RowOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never };

/** Says no value, which may be a client's. */
const differs = (expected: string, value: unknown) =>
  ` is not ${expected}, but ${Array.isArray(value) ? 'a list' : typeof value}`;
/** A null has no type: it may come years after a thousand values, so it refuses no answer. */
const column = <T>(expected: string, fits: (value: unknown) => boolean): Column<T> => ({
  see: (value) => value !== null && (fits(value) || differs(expected, value)),
});

/** Also uuid and date. */
export const text = column<string>('text', (value) => typeof value === 'string');
export const oneOf = <T extends string>() => text as Column<T>;
/** Also int8; numeric comes as text, so cast it. */
export const number = column<number>('a number', (value) => typeof value === 'number');
export const flag = column<boolean>('a flag', (value) => typeof value === 'boolean');
/** A timestamptz outside JSON. */
export const instant = column<Date>('an instant', (value) => value instanceof Date);
export const bytes = column<Buffer>('bytes', Buffer.isBuffer);
/** A stored document or a whole table row, as JSON: what is in it is not compared. */
export const json = <T>() => column<T>('JSON', (value) => value !== undefined);
export const maybe = <T>({ see }: Column<T>): Column<T | null> => ({ see });
/** An array, or a list in JSON. */
export const list = <T>({ see }: Column<T>): Column<T[]> => ({
  see(values) {
    if (values === null) return false;
    if (!Array.isArray(values)) return differs('a list', values);
    const seen = seeUntilSeen(values, see);
    return typeof seen === 'string' ? `[]${seen}` : seen;
  },
});
/** An object that SQL builds as JSON. */
export const object = <C extends Columns>(columns: C): Column<RowOf<C>> => ({
  see: (value) =>
    value !== null && (typeof value === 'object' ? seeRow(columns, value) : differs('an object', value)),
});

function seeUntilSeen(values: readonly unknown[], see: Column<unknown>['see']): boolean | string {
  for (const value of values) {
    const seen = see(value);
    if (seen !== false) return seen;
  }
  return false;
}

/** The names of the columns of which no value has been seen yet. */
const unseen = new WeakMap<Columns, Set<string>>();

function seeRow(columns: Columns, row: object): boolean | string {
  const left = unseen.get(columns) ?? new Set(Object.keys(columns));
  if (!unseen.has(columns)) {
    const [found, names] = [row, columns].map((each) => Object.keys(each).sort().join(', '));
    if (found !== names) return ` has ${found} instead of ${names}`;
    unseen.set(columns, left);
  }
  for (const name of left) {
    const seen = columns[name]!.see(row[name as keyof typeof row]);
    if (typeof seen === 'string') return `.${name}${seen}`;
    if (seen) left.delete(name);
  }
  return left.size === 0;
}

/**
 * Executes a statement and returns its rows. Compares their names and types with the columns until each column had a value:
 * later ones have the same type. Columns belong to one statement; what several share is spread into each.
 * @throws TypeError if they differ
 */
export async function readRows<C extends Columns>(
  db: Db,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  const { rows } = await statement.execute(db);
  const seen = seeUntilSeen(rows, (row) => seeRow(columns, row as object));
  if (typeof seen === 'string') throw new TypeError(`A row${seen}`);
  return rows as RowOf<C>[];
}

/** Likewise for the first row; undefined if there is none. */
export async function readFirst<C extends Columns>(
  db: Db,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<RowOf<C> | undefined> {
  return (await readRows(db, columns, statement))[0];
}

/** Likewise for a statement that always has a row. */
export async function readOne<C extends Columns>(
  db: Db,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<RowOf<C>> {
  return (await readRows(db, columns, statement))[0]!;
}
