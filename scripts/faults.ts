import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import prettier from 'prettier';

// npm run faults -- [r07 r08 …]: every row of tests/faults in its full size, one after the other; prints the table of
// goals, figures and verdicts and keeps it in docs/figures-faults.md. SEED repeats a run, PROFILE=smoke is quick.
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const figuresFile = join(folder, 'figures');
const docsFile = join(root, 'docs/figures-faults.md');
const profile = process.env.PROFILE ?? 'full';

const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const rows = readdirSync(join(root, 'tests/faults'))
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
  .toSorted();
if (rows.length === 0) {
  console.error(`No row of tests/faults begins with ${wanted.join(' or ')}.`);
  process.exit(1);
}

/** Lines of the table by file: each row is measured alone, as its figures are times too. */
const table: string[] = [];
let failed = 0;
for (const row of rows) {
  const began = performance.now();
  rmSync(figuresFile, { force: true });
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=server', `tests/faults/${row}`],
    {
      cwd: root,
      stdio: 'inherit',
      // Without CI there is no second try: a figure that needed one would not be one.
      env: { ...process.env, CI: '', PROFILE: profile, FIGURES_FILE: figuresFile },
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const lines = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8').trim().split('\n') : [];
  const name = row.replace('.test.ts', '');
  // A row that failed before it could say so must not look as if it had not been there.
  if (code !== 0 && !lines.some((line) => line.endsWith('| FAILED |')))
    lines.push(
      `| ${name.slice(0, 3).toUpperCase()} | ${name.slice(4).replaceAll('-', ' ')} | a test failed | FAILED |`,
    );
  if (code !== 0) failed += 1;
  table.push(...lines.map((line) => `${line} ${conditions(minutes)} |`));
}
rmSync(folder, { recursive: true, force: true });

const head = ['| Row | Goal | Figure | Verdict | Conditions |', '| --- | --- | --- | --- | --- |'];
console.log(`\n${[...head, ...table].join('\n')}\n`);
// What was not run this time keeps the figure that it had.
const rerun = new Set(table.map(rowOf));
const kept = existsSync(docsFile)
  ? readFileSync(docsFile, 'utf8')
      .split('\n')
      .filter((line) => /^\| [RS]\d+ *\|/.test(line) && !rerun.has(rowOf(line)))
  : [];
if (profile === 'full') {
  const all = [...kept, ...table].toSorted((a, b) => orderOf(a) - orderOf(b));
  const text = `${introduction()}\n${[...head, ...all].join('\n')}\n`;
  const style = await prettier.resolveConfig(docsFile);
  writeFileSync(docsFile, await prettier.format(text, { ...style, filepath: docsFile }));
  console.log('Kept in docs/figures-faults.md');
}
console.log(failed === 0 ? 'All rows passed.' : `${failed} of ${rows.length} files failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function conditions(minutes: string): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, ` +
    `load ${loadavg()[0]!.toFixed(1)}, file in ${minutes} min`
  );
}

/** 'R7' of a line of the table. */
function rowOf(line: string): string {
  return line.split('|')[1]!.trim();
}

/** R before S, by number. */
function orderOf(line: string): number {
  const row = rowOf(line);
  return (row.startsWith('S') ? 100 : 0) + Number(row.slice(1));
}

function introduction(): string {
  return `# Figures of the faults

What \`npm run faults\` found last: every fault in its full size, each file alone and one after the other. PASSED: the goal
is met. FAILED: it is not. \`load\` is the machine's load average after the row: above the number of cores other work ran at
the same time, and times tell little; counts (lost, overlapping, failed) always have to be what the goal says.
`;
}
