/**
 * Marks a statement that runs so often that planning costs more than execution: PostgreSQL then keeps its plan per
 * connection. Such a statement has one fixed text and names its columns, since `select *` would break the cached plan
 * when a newer process adds a column during a rolling restart.
 */
export const HOT = '/* hot */';
const MARK = /^(?:select )?\/\* hot \*\/\s/;

export type HotStatement = { readonly name: string; readonly text: string };

/**
 * By the length of the text, because each execution builds it anew: to compare two texts is quicker than to hash one, which
 * was 2 % of the app's work for get-slots.
 */
const known = new Map<number, HotStatement[]>();
let count = 0;

/** The statement with the name to prepare it under; null if it is not marked. */
export function hotStatementOf(text: string): HotStatement | null {
  if (!MARK.test(text)) return null;
  const ofLength = known.get(text.length) ?? [];
  for (const statement of ofLength) if (statement.text === text) return statement;
  const statement = { name: `hot_${count++}`, text };
  known.set(text.length, [...ofLength, statement]);
  return statement;
}
