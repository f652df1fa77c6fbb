/** What one part of `npm test` came to. */
export interface PartResult {
  passed: number;
  failed: number;
  /** Names of tests that failed first and passed when run again. */
  flaky: string[];
}
