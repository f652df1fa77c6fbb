import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// npm run attacks: every row of "let no one in" in full size, then where each of them is tested.
const root = join(import.meta.dirname, '..');

interface Row {
  readonly name: string;
  readonly goal: string;
  /** Test files whose tests named by `pattern` (all, if there is none) show it. */
  readonly files: readonly string[];
  readonly pattern?: RegExp;
}

const ROWS: readonly Row[] = [
  {
    name: 'S1',
    goal: "every route × actor × object; no byte of another's",
    files: ['tests/attacks/s01-access-matrix.test.ts', 'tests/server/openapi.test.ts'],
  },
  {
    name: 'S2',
    goal: '1,000 mutated carts: 0 wrong charges, 0 holds',
    files: ['tests/faults/s02-mutated-carts.test.ts'],
  },
  {
    name: 'S3',
    goal: 'guesses at one code, all at once: at most 5 compared',
    files: ['src/server/auth/auth.test.ts'],
    pattern: /five guesses|twin/,
  },
  {
    name: 'S4',
    goal: 'known and unknown accounts alike, in words and in time',
    files: ['tests/attacks/s04-same-answer.test.ts', 'src/server/auth/auth.test.ts'],
    pattern: /S4/,
  },
  {
    name: 'S5',
    goal: 'sessions after reset, sign-out, deletion, reuse: dead at once',
    files: ['src/server/auth/auth.test.ts', 'src/server/users/users.test.ts'],
    pattern: /S5|ends the login|signs out everywhere|signs her out everywhere/,
  },
  { name: 'S6', goal: 'other sites: 403, 0 changes', files: ['tests/attacks/s06-other-sites.test.ts'] },
  {
    name: 'S7',
    goal: 'scripts in text: none survives storing, rendering or mailing',
    files: ['src/domain/notes.test.ts', 'src/domain/rich-text.test.ts', 'src/server/mail/templates.test.ts'],
  },
  {
    name: 'S8',
    goal: 'bad uploads: 0 published',
    files: ['src/server/users/users.test.ts', 'src/server/users/clean-jpeg.test.ts'],
    pattern: /S8|upload|is never a fault|nothing that tells/,
  },
  {
    name: 'S9',
    goal: '2,000 mutated bodies a route: 0 × 5xx, 0 extra mail headers',
    files: ['tests/attacks/s09-mutated-bodies.test.ts'],
  },
  {
    name: 'S10',
    goal: 'canary client: 0 plain-text hits; nothing after deletion',
    files: ['tests/server/canary.test.ts', 'src/server/users/users.test.ts'],
    pattern: /S10|confides|after she is gone/,
  },
  { name: 'S11', goal: 'headers on every answer', files: ['tests/server/headers.test.ts'] },
];

interface Report {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: 'passed' | 'failed' | 'skipped' | 'pending' }[];
  }[];
}

async function run(command: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), 'sattva-attacks-'));
const file = join(folder, 'report.json');
const files = [...new Set(ROWS.flatMap((row) => row.files))];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files];
let failed = await run([...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
  ...process.env,
  PROFILE: 'full',
});
const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
rmSync(folder, { recursive: true, force: true });

const lines = ROWS.map(({ name, goal, files: shownBy, pattern }) => {
  const results = testResults.filter((result) => shownBy.some((path) => result.name.endsWith(path)));
  const tests = results
    .flatMap((result) => result.assertionResults)
    .filter(({ fullName }) => pattern === undefined || pattern.test(fullName));
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const broken = tests.filter(({ status }) => status === 'failed').length;
  // What did not run has shown nothing.
  const verdict = broken > 0 || passed === 0 ? 'FAILED' : 'PASSED';
  if (verdict === 'FAILED') failed ||= 1;
  return `| ${name} | ${goal} | ${passed} passed, ${broken} failed | ${verdict} | ${shownBy.join(', ')} |`;
});
const supply = await run(['scripts/check-dependencies.ts']);
failed ||= supply;
lines.push(
  `| S12 | pins, integrity, licences, reasons | | ${supply === 0 ? 'PASSED' : 'FAILED'} | scripts/check-dependencies.ts |`,
);
console.log(
  `\n| Row | Goal | Tests | Verdict | Tested in |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}`,
);
process.exitCode = failed;
