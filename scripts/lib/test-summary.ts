import { stripVTControlCharacters } from 'node:util';

/** What one part of `npm test` came to. */
export interface PartResult {
  passed: number;
  /** Each as `failedTest` names it. */
  failed: string[];
  /** Tests that failed first and passed on their one retry, as `failedTest` names them. Counted in neither. */
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
  failed.length + (flaky.length > MAX_FLAKY ? flaky.length : 0);

/** A test that failed, on one line with its failure: of a long run, a reader may have the end only. */
export function failedTest(name: string, failure: string | undefined): string {
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
