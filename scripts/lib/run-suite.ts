import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatText } from './format-text.ts';

interface RowsRun {
  /** Where the rows' tests are, from the root: each file begins with its row, s07-…test.ts. */
  readonly folder: string;
  /** The page that keeps the table, from the root. */
  readonly page: string;
  /** What the page says before its table. */
  readonly introduction: string;
  /** Beginnings of file names; none: all. */
  readonly wanted: readonly string[];
  /** Rows that a full run must report; a missing row is a failure. */
  readonly rows: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const HEAD = ['| Row | Figure | Verdict, day, load/cores |', '| --- | --- | --- |'];

/**
 * Runs every file of a folder of rows in its full size, one after the other; prints the table of figures and verdicts
 * and keeps it in the page. SEED repeats a run, PROFILE=smoke is quick and keeps nothing.
 * @returns the exit code
 */
export async function runRows(run: RowsRun): Promise<number> {
  const profile = process.env.PROFILE ?? 'full';
  const names = run.wanted.map((name) => name.toLowerCase());
  const files = readdirSync(join(root, run.folder))
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => names.length === 0 || names.some((start) => name.startsWith(start)))
    .toSorted();
  if (files.length === 0) {
    console.error(`No row of ${run.folder} begins with ${names.join(' or ')}.`);
    return 1;
  }
  const table: string[] = [];
  let failed = 0;
  for (const file of files) {
    const { lines, passed } = await runFile(`${run.folder}/${file}`, file, profile);
    table.push(...lines);
    if (!passed) failed += 1;
    // After each, so that a run that is broken off has not been in vain.
    if (profile === 'full') keep(run, table);
  }
  const listed = new Set(table.map(rowOf));
  const missing = names.length === 0 ? run.rows.filter((row) => !listed.has(row)) : [];
  table.push(...missing.map((row) => `| ${row} | no test reported it | FAILED |`));
  failed += missing.length;

  console.log(`\n${[...HEAD, ...table].join('\n')}\n`);
  if (profile === 'full') console.log(`Kept in ${run.page}`);
  console.log(failed === 0 ? 'All rows passed.' : `${failed} of ${files.length} files failed.`);
  return failed === 0 ? 0 : 1;
}

/** Lines of the table by file: each is measured alone, as its figures are times too. */
async function runFile(
  path: string,
  file: string,
  profile: string,
): Promise<{ lines: string[]; passed: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  const figures = join(folder, 'figures');
  const child = spawn(
    process.execPath,
    // Milliseconds; a row passes by what it counts, not by how long a busy machine takes over it, tidying up included.
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=server',
      '--project=isolated',
      '--project=processes',
      '--testTimeout=600000',
      '--hookTimeout=600000',
      path,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      // Without CI there is no second try: a figure that needed one would not be one.
      env: { ...process.env, CI: '', PROFILE: profile, FIGURES_FILE: figures },
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  const name = file.replace('.test.ts', '');
  const row = name.slice(0, 3).toUpperCase().replace('S0', 'S').replace('R0', 'R');
  // A row that failed before it could say so must not look as if it had not been there.
  if (code !== 0 && !lines.some((line) => line.endsWith('| FAILED |')))
    lines.push(`| ${row} | ${name.slice(4).replaceAll('-', ' ')}: a test failed | FAILED |`);
  const at = conditions();
  return { lines: lines.map((line) => `${line.slice(0, -' |'.length)}, ${at} |`), passed: code === 0 };
}

/** What was not run this time keeps the figure that it had. */
function keep({ page, introduction }: RowsRun, table: readonly string[]): void {
  const path = join(root, page);
  const rerun = new Set(table.map(rowOf));
  const kept = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\| [RS]\d+ *\|/.test(line) && !rerun.has(rowOf(line)))
    : [];
  const all = [...kept, ...table].toSorted((a, b) => orderOf(a) - orderOf(b));
  const text = `${introduction}\n${[...HEAD, ...all].join('\n')}\n`;
  writeFileSync(path, formatText(page, text));
}

/** The day, and the load of the machine by its cores: above 1 other work ran at the same time. */
export function conditions(): string {
  return `${new Date().toISOString().slice(0, 10)}, ${loadavg()[0]!.toFixed(1)}/${cpus().length}`;
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
