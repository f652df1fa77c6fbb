/** What is wrong with a file, and in which of its lines; counted from 1, as editors do. */
export type FileError = { line: number; message: string };

/** All of them at once, so that a file is mended in one go. */
const MAX_SHOWN = 20;

/** One line for each, in the order of the file. */
export function formatFileErrors(path: string, errors: readonly FileError[]): string {
  const sorted = errors.toSorted((one, other) => one.line - other.line);
  const told = sorted.slice(0, MAX_SHOWN).map(({ line, message }) => `  line ${line}: ${message}`);
  if (sorted.length > MAX_SHOWN) told.push(`  and ${sorted.length - MAX_SHOWN} more`);
  return [`Nothing was changed, because of this in ${path}:`, ...told].join('\n');
}
