import { spawn } from 'node:child_process';
import { join } from 'node:path';

interface Check {
  readonly name: string;
  /** Commands run one after the other: a file of ours, or a tool's file in node_modules. */
  readonly steps: readonly (readonly string[])[];
}

const root = join(import.meta.dirname, '../..');
const tool = (path: string): string => join('node_modules', path);
const TSC = tool('typescript/bin/tsc');

const CHECKS: readonly Check[] = [
  { name: 'types: domain', steps: [[TSC, '-p', 'src/domain/tsconfig.json']] },
  { name: 'types: contract', steps: [[TSC, '-p', 'src/contract/tsconfig.json']] },
  { name: 'types: server', steps: [[TSC, '-p', 'src/server/tsconfig.json']] },
  {
    name: 'types: web',
    steps: [
      [tool('@react-router/dev/bin.cjs'), 'typegen'],
      [TSC, '-p', 'src/web/tsconfig.json'],
    ],
  },
  { name: 'types: staff', steps: [[TSC, '-p', 'src/staff/tsconfig.json']] },
  { name: 'types: tests', steps: [[TSC, '-p', 'tests/tsconfig.json']] },
  { name: 'boundaries', steps: [['scripts/lib/check-boundaries.ts']] },
  { name: 'unused', steps: [[tool('knip/bin/knip.js'), '--no-progress']] },
  { name: 'references', steps: [['scripts/lib/check-references.ts']] },
  { name: 'dependencies', steps: [['scripts/lib/check-dependencies.ts']] },
  { name: 'lint', steps: [[tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--format=unix']] },
  { name: 'format', steps: [[tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']] },
];

/** Runs the checks (all, or those whose name starts with one of `names`) and reports each as it ends. */
export async function runChecks(
  names: readonly string[],
  say: (text: string) => void,
  atOnce = 2,
): Promise<{ passed: number; failed: number }> {
  const waiting = CHECKS.filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  );
  const count = { passed: 0, failed: 0 };
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now();
      const { ok, output } = await runSteps(check);
      count[ok ? 'passed' : 'failed'] += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      say(`${ok ? '✓' : '✗'} ${check.name} (${seconds} s)${ok ? '' : `\n${output.trimEnd()}`}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return count;
}

async function runSteps({ steps }: Check): Promise<{ ok: boolean; output: string }> {
  let output = '';
  for (const words of steps) {
    const child = spawn(process.execPath, [...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) return { ok: false, output };
  }
  return { ok: true, output };
}
