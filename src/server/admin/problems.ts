/** What is wrong with a file, and in which of its lines; counted from 1, as editors do. */
export type Problem = { line: number; words: string };

/** All of them at once, so that a file is mended in one go. */
const MOST_TOLD = 20;

/** One line for each, in the order of the file. */
export function tellProblems(path: string, problems: readonly Problem[]): string {
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  const told = sorted.slice(0, MOST_TOLD).map(({ line, words }) => `  line ${line}: ${words}`);
  if (sorted.length > MOST_TOLD) told.push(`  and ${sorted.length - MOST_TOLD} more`);
  return [`Nothing was changed, because of this in ${path}:`, ...told].join('\n');
}
