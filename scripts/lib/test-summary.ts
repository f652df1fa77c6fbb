import { stripVTControlCharacters } from 'node:util';

/** What one part of `npm test` came to. */
export interface PartResult {
  passed: number;
  failed: number;
  /** Tests that failed first and passed when run again: names, with the words of the failure where they are known. */
  flaky: string[];
}

const MOST_WORDS = 300;

/** A flaky test by name and by what it said when it failed: a line, as the run again has left no other trace of it. */
export function flakyTest(name: string, failure: string | undefined): string {
  if (!failure) return name;
  const line = stripVTControlCharacters(failure).replaceAll(/\s+/g, ' ').trim();
  return `${name} (${line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line})`;
}

/** One run of a part, with what is needed to run its failures again. */
export interface PartRun extends PartResult {
  /** Names of the tests and files that failed. */
  failedNames: string[];
  /** Files to run again; `undefined` where the run ended without saying which. */
  failedFiles: string[] | undefined;
  /** Tests that passed in those files: they are counted in the second run. */
  passedInFailedFiles: number;
}

/**
 * What two runs came to, the second of only what failed in the first. What then passes is named as flaky
 * (docs/decisions/0001-report-flaky-tests.md); what fails twice has failed.
 */
export function withSecondRun(first: PartRun, second: PartResult): PartResult {
  const hasPassed = second.failed === 0 && second.passed > 0;
  return {
    passed: first.passed - first.passedInFailedFiles + second.passed,
    failed: hasPassed ? 0 : Math.max(second.failed, 1),
    flaky: [...first.flaky, ...(hasPassed ? first.failedNames : []), ...second.flaky],
  };
}
