/**
 * Goes at the start of a statement that is asked so often that planning it costs more than running it: PostgreSQL then
 * keeps its plan on each connection. Such a statement has one text, and columns that are written out: with `select *`
 * a column that a newer process adds during a rolling restart would break the plan of the older one.
 */
export const HOT = '/* hot */';
const MARK = /^(?:select )?\/\* hot \*\/\s/;

/** By text; there are only as many as the code marks. */
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
