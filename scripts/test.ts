import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countBrowserTests } from './lib/browser-report.ts';
import type { BrowserReport } from './lib/browser-report.ts';
import { withSecondRun } from './lib/test-summary.ts';
import type { PartResult, PartRun } from './lib/test-summary.ts';
import { runBrowserTests } from './lib/run-browser-tests.ts';
import { runChecks } from './lib/run-checks.ts';

// npm test: checks, then vitest, then the browser. One after the other, as each uses both cores;
// a loaded machine is where tests flake. The last line is "N passed, N failed".
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sattva-test-'));
// Retries on, and reported by name: docs/decisions/0001-report-flaky-tests.md
const env = { ...process.env, CI: process.env.CI ?? '1', ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) };
/** With more files than that, something is broken, and running them again only takes time. */
const MOST_FILES_AGAIN = 5;
const started = performance.now();

interface Part {
  readonly name: string;
  readonly run: () => Promise<PartResult>;
}

const parts: readonly Part[] = [
  {
    name: 'checks',
    run: async () => ({ ...(await runChecks([], (text) => console.log(text))), flaky: [] }),
  },
  { name: 'vitest', run: runVitest },
  { name: 'browser', run: runBrowser },
];

const summary: string[] = [];
const total: PartResult = { passed: 0, failed: 0, flaky: [] };
for (const { name, run } of parts) {
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`);
  const began = performance.now();
  const result = await run().catch((error: unknown): PartResult => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, flaky: [] };
  });
  // A part in which nothing ran has proved nothing.
  if (result.passed + result.failed === 0) result.failed = 1;
  total.passed += result.passed;
  total.failed += result.failed;
  total.flaky.push(...result.flaky);
  const seconds = Math.round((performance.now() - began) / 1000);
  summary.push(`${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}
rmSync(folder, { recursive: true, force: true });

console.log(`\n${summary.join('\n')}`);
if (total.flaky.length > 0) {
  console.log(`flaky: ${total.flaky.length} (passed when run again): ${total.flaky.join(' | ')}`);
}
console.log(`in ${Math.round((performance.now() - started) / 1000)} s`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);

async function runVitest(): Promise<PartResult> {
  const first = await vitestOnce([]);
  if (first.failed === 0 || !first.failedFiles?.length || first.failedFiles.length > MOST_FILES_AGAIN)
    return first;
  console.log(`\nRunning again, alone: ${first.failedNames.join(' | ')}\n`);
  return withSecondRun(first, await vitestOnce(['--no-file-parallelism', ...first.failedFiles]));
}

async function vitestOnce(args: readonly string[]): Promise<PartRun> {
  const report = join(folder, 'vitest.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/count-reporter.ts')}`];
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, VITEST_REPORT: report } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (!existsSync(report)) throw new Error(`vitest ended with ${code ?? 'a signal'} before it could report.`);
  const result = JSON.parse(readFileSync(report, 'utf8')) as PartRun;
  if (code !== 0 && result.failed === 0) result.failed = 1;
  return result;
}

async function runBrowser(): Promise<PartResult> {
  const hasTests = readdirSync(join(root, 'tests/e2e')).some((name) => name.endsWith('.spec.ts'));
  if (!hasTests) throw new Error('There are no browser tests in tests/e2e.');
  const first = await browserOnce([]).catch((error: unknown) => {
    // The app or the browser did not start, so nothing ran yet.
    console.error(error instanceof Error ? error.message : error);
    return browserOnce([]);
  });
  if (first.failed === 0 || !first.failedFiles?.length || first.failedFiles.length > MOST_FILES_AGAIN)
    return first;
  console.log(`\nRunning again, alone: ${first.failedNames.join(' | ')}\n`);
  return withSecondRun(first, await browserOnce(['--last-failed', '--workers=1']));
}

/** Playwright against an app of this run's own. */
async function browserOnce(args: readonly string[]): Promise<PartRun> {
  const report = join(folder, 'browser.json');
  rmSync(report, { force: true });
  const code = await runBrowserTests(args, { ...env, PLAYWRIGHT_REPORT: report });
  if (!existsSync(report)) throw new Error(`Playwright ended with ${code} before it could report.`);
  const result = countBrowserTests(JSON.parse(readFileSync(report, 'utf8')) as BrowserReport);
  if (code !== 0 && result.failed === 0) result.failed = 1;
  return result;
}
