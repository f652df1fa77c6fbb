import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserReport, countBrowserTests } from './lib/browser-report.ts';
import { runBrowserTests } from './lib/run-browser-tests.ts';
import { runChecks } from './lib/run-checks.ts';
import { failedTest, failuresOf, type PartResult, slowestFiles } from './lib/test-summary.ts';

// npm test. Two lanes run at once: one has the browser, one Vitest, which takes what the browser leaves of the cores.
// Whichever is done first runs the checks. The last line is "N passed, N failed".
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sattva-test-'));
// One retry distinguishes a flaky test from a broken one (docs/decisions/0001-flaky-tests.md).
const env = {
  ...process.env,
  CI: process.env.CI ?? '1',
  // The commands that tests start compile their modules once.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
};
/** A browser test that waits for a core may run into its limit; a file of Vitest rarely does. */
const NICE = 5;
const SLOWEST = 10;
const started = performance.now();

type Print = (text: string) => void;
interface Part {
  readonly name: string;
  readonly run: (print: Print) => Promise<PartResult>;
}

const checks: Part = {
  name: 'checks',
  run: async (print) => ({
    ...(await runChecks([], (text) => print(`${text}\n`), 1)),
    flaky: [],
    times: [],
  }),
};
const vitest: Part = { name: 'vitest', run: runVitest };
const browser: Part = { name: 'browser', run: runBrowser };

const summary: string[] = [];
const total: PartResult = { passed: 0, failed: [], flaky: [], times: [] };
const waiting: Part[] = [browser, vitest, checks];
await Promise.all([runLane(), runLane()]);
rmSync(folder, { recursive: true, force: true });

console.log(`\nslowest files:\n${slowestFiles(total.times, SLOWEST).join('\n')}`);
console.log(`\n${summary.join('\n')}`);
if (total.failed.length > 0) console.log(`failed:\n  ${total.failed.join('\n  ')}`);
if (total.flaky.length > 0) {
  console.log(
    `flaky: ${total.flaky.length} (failed, passed on the retry; not counted as passed):\n  ${total.flaky.join('\n  ')}`,
  );
}
console.log(`in ${secondsSince(started)} s`);
const failed = failuresOf(total);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${failed} failed`);

/** Runs the parts that wait, one after the other. */
async function runLane(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) await runPart(part);
}

/** Runs a part and adds it to the total. */
async function runPart({ name, run }: Part): Promise<void> {
  const began = performance.now();
  const print: Print = (text) => void process.stdout.write(text);
  print(`\n── ${name} ${'─'.repeat(70 - name.length)}\n`);
  const result = await run(print).catch((error: unknown): PartResult => {
    const message = error instanceof Error ? error.message : String(error);
    print(`${message}\n`);
    return { passed: 0, failed: [failedTest(name, message)], flaky: [], times: [] };
  });
  // A part in which nothing ran has proved nothing.
  if (result.passed + result.failed.length + result.flaky.length === 0) {
    result.failed.push(`${name}: nothing ran`);
  }
  total.passed += result.passed;
  total.failed.push(...result.failed);
  total.flaky.push(...result.flaky);
  total.times.push(...result.times);
  summary.push(`${name}: ${result.passed} passed, ${result.failed.length} failed (${secondsSince(began)} s)`);
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

async function runVitest(print: Print): Promise<PartResult> {
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/count-reporter.ts')}`];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, VITEST_REPORT: report },
  });
  setPriority(child.pid!, NICE);
  child.stdout.setEncoding('utf8').on('data', print);
  child.stderr.setEncoding('utf8').on('data', print);
  const [code] = (await once(child, 'close')) as [number | null];
  if (!existsSync(report)) throw new Error(`vitest ended with ${code ?? 'a signal'} before it could report.`);
  return countedAs(JSON.parse(readFileSync(report, 'utf8')) as PartResult, code);
}

/** Playwright, against an app that this run starts. It prints its own lines. */
async function runBrowser(): Promise<PartResult> {
  const hasTests = readdirSync(join(root, 'tests/e2e')).some((name) => name.endsWith('.spec.ts'));
  if (!hasTests) throw new Error('There are no browser tests in tests/e2e.');
  const run = async (name: string, args: readonly string[]) => {
    const report = join(folder, `${name}.json`);
    const code = await runBrowserTests(args, { ...env, PLAYWRIGHT_REPORT: report });
    if (!existsSync(report)) throw new Error(`Playwright ended with ${code} before it could report.`);
    return { code, report: JSON.parse(readFileSync(report, 'utf8')) as BrowserReport };
  };
  const first = await run('browser', []);
  if (first.report.stats.unexpected === 0) return countedAs(countBrowserTests(first.report), first.code);
  // Against an app of its own: a retry must not find what the first try has left.
  const retry = await run('browser-retry', ['--last-failed', '--trace=on']);
  return countedAs(countBrowserTests(first.report, retry.report), retry.code);
}

/** A runner that ends with an error has failed, even if it counted no failures. */
function countedAs(result: PartResult, code: number | null): PartResult {
  return code !== 0 && result.failed.length === 0
    ? { ...result, failed: [`a runner ended with ${code ?? 'a signal'}`] }
    : result;
}
