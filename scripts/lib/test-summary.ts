import { stripVTControlCharacters } from 'node:util';

/** What one part of `npm test` came to. */
export interface PartResult {
  passed: number;
  failed: number;
  /** Tests that failed first and passed on their one retry: the name and the message of the failure. Counted in neither. */
  flaky: string[];
  times: FileTime[];
}

/** How long a test file took, set-up included. */
interface FileTime {
  readonly file: string;
  readonly ms: number;
}

const MAX_MESSAGE_LENGTH = 300;
/** How many flaky tests a run may have: docs/decisions/0001-flaky-tests.md. */
const MAX_FLAKY = 2;

/** How many tests of a run failed: its flaky ones too, if there are too many. */
export const failuresOf = ({ failed, flaky }: Pick<PartResult, 'failed' | 'flaky'>): number =>
  failed + (flaky.length > MAX_FLAKY ? flaky.length : 0);

/** A flaky test on one line, with its failure: the retry has left no other trace of it. */
export function flakyTest(name: string, failure: string | undefined): string {
  if (!failure) return name;
  const line = stripVTControlCharacters(failure).replaceAll(/\s+/g, ' ').trim();
  return `${name} (${line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line})`;
}

/** The files that took longest, one per line, slowest first. */
export function slowestFiles(times: readonly FileTime[], count: number): string[] {
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}
