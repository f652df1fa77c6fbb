/** An error in an input file, with its line number counted from 1. */
export type FileError = { line: number; message: string };

/** All errors are shown at once, so that the file can be fixed in one pass. */
const MAX_SHOWN = 20;

/** One line per error, in the order of the file. */
export function formatFileErrors(path: string, errors: readonly FileError[]): string {
  const sorted = errors.toSorted((one, other) => one.line - other.line);
  const lines = sorted.slice(0, MAX_SHOWN).map(({ line, message }) => `  line ${line}: ${message}`);
  if (sorted.length > MAX_SHOWN) lines.push(`  and ${sorted.length - MAX_SHOWN} more`);
  return [`Nothing was changed. Errors in ${path}:`, ...lines].join('\n');
}
