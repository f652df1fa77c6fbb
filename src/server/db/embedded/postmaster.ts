import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processCommand, processStarted } from './data-dir-claim.ts';
import type { Place } from './postgres-place.ts';

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;

/** Receives progress messages; `console` and pino both fit. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The first lines of postmaster.pid: the process on these files, and whether it accepts connections. */
export function readPostmaster(
  cluster: string,
): { pid: number; socketDir: string; ready: boolean } | undefined {
  try {
    const lines = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0
      ? { pid, socketDir: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stops a PostgreSQL that outlived its app (kill -9) and still holds the files. */
export async function stopOrphan(cluster: string, log: StartLog): Promise<void> {
  const found = readPostmaster(cluster);
  if (!found || processStarted(found.pid) === undefined) return;
  const command = processCommand(found.pid);
  if (!command.includes('postgres') || !command.includes(cluster)) {
    // The process id has been reused by another program, which would make PostgreSQL refuse to start.
    fs.rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log.info(`Stopping the PostgreSQL that an earlier run left behind (process ${found.pid})`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(found.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new Error(
        `A PostgreSQL (process ${found.pid}) runs on ${cluster} and cannot be stopped by this user. Stop it first.`,
      );
    }
    const limit = performance.now() + STOP_LIMIT_MS;
    while (performance.now() < limit) {
      if (processStarted(found.pid) === undefined) return;
      await wait(10);
    }
  }
}

/** Starts the server and waits until its own lock file says that it accepts connections. */
export async function startServer(
  place: Place,
  startCommand: readonly string[],
  serverArgs: readonly string[],
): Promise<ChildProcess> {
  const limit = performance.now() + START_LIMIT_MS;
  for (;;) {
    const logStart = fs.existsSync(place.logFile) ? fs.statSync(place.logFile).size : 0;
    const output = fs.openSync(place.logFile, 'a', 0o600);
    const [command, ...args] = [
      ...startCommand,
      join(place.native, 'bin', 'postgres'),
      '-D',
      place.cluster,
      ...serverArgs,
    ];
    // Runs in its own process group: Ctrl-C must reach the app, which then stops PostgreSQL in order.
    const child = spawn(command!, args, {
      cwd: place.base,
      env: cleanEnvironment(),
      stdio: ['ignore', output, output],
      detached: true,
      ...place.runAs.spawnAs,
    });
    fs.closeSync(output);
    child.unref();
    let failure: string | undefined;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));

    while (failure === undefined && performance.now() < limit) {
      const found = readPostmaster(place.cluster);
      if (found?.pid === child.pid && found?.ready) return child;
      await wait(5);
    }
    const said = readFrom(place.logFile, logStart);
    if (failure === undefined) {
      child.kill('SIGKILL');
      throw new Error(`PostgreSQL was not ready within ${START_LIMIT_MS / 1000} s:\n${said}`);
    }
    // After a kill of the postmaster alone, its backends need a moment to notice and exit.
    const held = /pre-existing shared memory block|lock file ".*" already exists|is still in use/.test(said);
    if (!held || performance.now() > limit)
      throw new Error(`PostgreSQL did not start (${failure}):\n${said}`);
    await wait(100);
  }
}

function readFrom(file: string, start: number): string {
  try {
    return fs.readFileSync(file).subarray(start).toString('utf8').trim();
  } catch {
    return '';
  }
}

/** Stops the server gracefully, then harder, since it may be waiting for a client. */
export async function stopServer(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const left = once(child, 'exit');
    child.ref();
    child.kill(signal);
    const abort = new AbortController();
    const limit = wait(STOP_LIMIT_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([left, limit]);
    abort.abort();
  }
}

/** Drops the caller's environment: LANG, PGDATA and the like must not change PostgreSQL. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
}
