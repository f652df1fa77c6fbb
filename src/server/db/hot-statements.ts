/**
 * Marks a statement that runs so often that planning costs more than execution: PostgreSQL then keeps its plan per
 * connection. Such a statement has one fixed text and names its columns, since `select *` would break the cached plan
 * when a newer process adds a column during a rolling restart.
 */
export const HOT = '/* hot */';
const MARK = /^(?:select )?\/\* hot \*\/\s/;

/** Names by text; there are only as many as the code marks. */
const names = new Map<string, string | null>();
const MOST_TEXTS = 1000;

/** The name to prepare this statement under; null if it is not marked. */
export function hotNameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = MARK.test(text) ? `hot_${names.size}` : null;
  if (names.size < MOST_TEXTS || name !== null) names.set(text, name);
  return name;
}
