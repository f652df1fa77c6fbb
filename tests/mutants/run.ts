// Puts single faults into a copy of the sources and says which level of the tests finds each first (CONTRIBUTING.md):
//
//   node tests/mutants/run.ts [count] [seed]
//
// The same seed puts the same faults into the same sources. What no level below the browser finds is printed as a patch.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFrom } from './faults.ts';

const root = join(import.meta.dirname, '../..');
const MOST_MS = 10 * 60_000;
const [count = 60, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);

/** From the cheapest on. The types of one file, then the tests that import it. */
const LEVELS = ['types', 'rules', 'screens', 'server'] as const;
const commandOf = (level: (typeof LEVELS)[number], file: string): string[] =>
  level === 'types'
    ? ['oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', file]
    : [
        'vitest/vitest.mjs',
        'related',
        file,
        '--run',
        '--bail=1',
        '--retry=0',
        '--reporter=dot',
        `--project=${level}`,
      ];

/** Runs a tool in the copy; false if it finds the fault. What takes too long finds it as well: it hangs. */
async function passes(copy: string, [tool = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join('node_modules', tool), ...args], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), MOST_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return code === 0;
}

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
execFileSync('git', ['worktree', 'add', '--detach', '--force', copy, 'HEAD'], { cwd: root, stdio: 'ignore' });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
process.on('exit', () => {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  rmSync(copy, { recursive: true, force: true });
});
execFileSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'typegen'], {
  cwd: copy,
  stdio: 'ignore',
});

const files = execFileSync('git', ['ls-files', 'src'], { cwd: copy, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/types\.ts$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(join(copy, file), 'utf8')]));
console.log(`${count} faults, seed ${seed}, ${availableParallelism()} cores`);
const found = new Map<string, number>();
for (const { file, kind, line, text } of sampleFrom(sources, count, seed)) {
  writeFileSync(join(copy, file), text);
  const started = performance.now();
  let by = 'NOTHING BELOW THE BROWSER';
  for (const level of LEVELS) {
    if (await passes(copy, commandOf(level, file))) continue;
    by = level;
    break;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${by.padEnd(8)} ${kind} in ${file}:${line} (${seconds} s)`);
  if (by.startsWith('NOTHING'))
    console.log(execFileSync('git', ['diff', '-U1'], { cwd: copy, encoding: 'utf8' }));
  found.set(by, (found.get(by) ?? 0) + 1);
  writeFileSync(join(copy, file), sources.get(file)!);
}
console.log([...found].map(([by, number]) => `${number} by ${by}`).join(', '));
