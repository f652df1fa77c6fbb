import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '#scripts/lib/running-app.ts';
import { atMost, type Figure, figureOf } from './support/figures.ts';
import { limitMemory } from './support/memory-limit.ts';

const root = join(import.meta.dirname, '../..');
const PACKAGES_MB = { must: 450, aim: 350 };
const MEMORY_MB = { must: 768, aim: 512 };
const LIMIT_MS = 900_000;

type FirstStart = { seconds: number; packagesMb: number } | { failure: string };

/**
 * P20: `npm start` in a fresh copy of the repository, with the machine's own Node and npm's cache as it is: what it
 * installs, how long the first page takes, and in how little memory it works.
 */
export async function measureFirstStart(): Promise<Figure[]> {
  const free = await startFresh((command) => command);
  if ('failure' in free) {
    const why = free.failure.includes('from the registry') ? 'the registry is away' : free.failure;
    if (why !== 'the registry is away') throw new Error(`A first start failed:\n${why}`);
    return [
      line('Packages that a start installs', PACKAGES_MB, why, 'SKIPPED'),
      line('Memory limit in which a first start works', MEMORY_MB, why, 'SKIPPED'),
    ];
  }
  const seconds = free.seconds.toFixed(0);
  return [
    figureOf(
      'P20',
      'Packages that a start installs',
      goalOf(PACKAGES_MB),
      `${free.packagesMb} MB; first page of a fresh clone after ${seconds} s`,
      atMost(free.packagesMb, PACKAGES_MB),
    ),
    await measureMemoryLimit(),
  ];
}

/** Install, build, database, seed and first page in a group of processes with so much memory and no swap. */
async function measureMemoryLimit(): Promise<Figure> {
  const what = 'Memory limit in which a first start works';
  const failed: string[] = [];
  for (const mb of [MEMORY_MB.aim, MEMORY_MB.must]) {
    const limit = limitMemory(mb * 2 ** 20);
    if (limit === null)
      return line(what, MEMORY_MB, 'no cgroup with a memory limit can be made here', 'SKIPPED');
    const done = await startFresh((command) => limit.inside(command));
    await limit.remove();
    if (!('failure' in done)) {
      const words = [`${mb} MB, first page after ${done.seconds.toFixed(0)} s`, ...failed];
      return figureOf('P20', what, goalOf(MEMORY_MB), words.join('; '), atMost(mb, MEMORY_MB));
    }
    console.error(`In ${mb} MB:\n${done.failure}`);
    failed.push(`not in ${mb} MB`);
  }
  return figureOf('P20', what, goalOf(MEMORY_MB), failed.join('; '), 'NEITHER');
}

const goalOf = ({ must, aim }: { must: number; aim: number }): string => `${must} MB (aim ${aim} MB)`;
const line = (
  what: string,
  goal: { must: number; aim: number },
  figure: string,
  verdict: 'SKIPPED',
): Figure => ({ row: 'P20', what, goal: goalOf(goal), figure, verdict });

async function startFresh(inside: (command: readonly string[]) => readonly string[]): Promise<FirstStart> {
  const folder = mkdtempSync(join(tmpdir(), 'sattva-fresh-'));
  try {
    copyTrackedFiles(folder);
    return await startIn(folder, inside);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a clone of the repository would have, with the changes that are not committed yet. */
function copyTrackedFiles(folder: string): void {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of names.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { errorOnExist: false, force: true });
  }
}

async function startIn(
  folder: string,
  inside: (command: readonly string[]) => readonly string[],
): Promise<FirstStart> {
  const [port, sandboxPort] = await freePorts(2);
  const [program, ...args] = inside(['npm', 'start']);
  const logFile = join(folder, 'npm-start.log');
  const log = openSync(logFile, 'a');
  const began = performance.now();
  const child = spawn(program!, args, {
    cwd: folder,
    env: { ...environment(), PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  try {
    for (;;) {
      const page = await fetch(`http://localhost:${port}/`).catch(() => undefined);
      if (page?.ok) {
        await page.text();
        break;
      }
      await page?.body?.cancel();
      if (hasEnded() || performance.now() - began > LIMIT_MS)
        return { failure: readFileSync(logFile, 'utf8') };
      await wait(50);
    }
    const seconds = (performance.now() - began) / 1000;
    const modules = join(folder, 'node_modules');
    return { seconds, packagesMb: megabytesOf(modules) - megabytesOf(join(modules, '.cache')) };
  } finally {
    if (!hasEnded()) child.kill('SIGTERM');
    await ended;
  }
}

/** Space on the disk; a file with two names counts once. */
function megabytesOf(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10);
}

const KEPT =
  /^(HOME|LANG|TZ|TMPDIR|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_(registry|cache|userconfig|globalconfig))$/i;

/** Of the caller's settings only those with which npm finds its registry, and the machine's own Node. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}
