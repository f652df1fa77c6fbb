import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up after the test that runs now; when the file is only being read, after the file. */
export function atEnd(cleanUp: () => Promise<void>, timeout_ms?: number): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(cleanUp, timeout_ms);
  else onTestFinished(cleanUp, timeout_ms);
}
