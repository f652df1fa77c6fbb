import { spawn } from 'node:child_process';
import { join } from 'node:path';

interface Check {
  readonly name: string;
  /** Commands run one after the other: a file of ours, or a tool's file in node_modules. */
  readonly steps: readonly (readonly string[])[];
}

const root = join(import.meta.dirname, '../..');
const tool = (path: string): string => join('node_modules', path);

/**
 * For tsgolint, which is written in Go and checks the types and the rules that need them: one thread, because each thread
 * infers the same types again, and no garbage collection before there is much to collect.
 */
const GO = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '2GiB' };

const CHECKS: readonly Check[] = [
  {
    // Each file has the types of its zone: tsconfig.json names the zones.
    name: 'types and lint',
    steps: [
      [tool('@react-router/dev/bin.cjs'), 'typegen'],
      [tool('oxlint/bin/oxlint'), '--type-aware', '--type-check', '--deny-warnings', '--format=unix'],
    ],
  },
  { name: 'boundaries', steps: [['scripts/lib/check-boundaries.ts']] },
  { name: 'unused', steps: [[tool('knip/bin/knip.js'), '--no-progress']] },
  { name: 'language', steps: [['scripts/lib/check-language.ts']] },
  { name: 'references', steps: [['scripts/lib/check-references.ts']] },
  { name: 'dependencies', steps: [['scripts/lib/check-dependencies.ts']] },
  { name: 'format', steps: [[tool('oxfmt/bin/oxfmt'), '--check']] },
];

/** Runs the checks (all, or those whose name starts with one of `names`) and reports each as it ends. */
export async function runChecks(
  names: readonly string[],
  say: (text: string) => void,
  atOnce = 2,
): Promise<{ passed: number; failed: string[] }> {
  const waiting = CHECKS.filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  );
  const count = { passed: 0, failed: [] as string[] };
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now();
      const { ok, output } = await runSteps(check);
      if (ok) count.passed += 1;
      else count.failed.push(check.name);
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
    const child = spawn(process.execPath, [...words], {
      cwd: root,
      env: { ...process.env, ...GO },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) return { ok: false, output };
  }
  return { ok: true, output };
}
