import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Owner {
  readonly pid: number;
  /** Start time of that process: a reused process id must not look like the owner. */
  readonly started: string;
}

/** Start time of a process in the system's unit; undefined if there is no such process. */
export function processStarted(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie is dead and only waits to be reaped by its parent.
      return fields[0] === 'Z' ? undefined : fields[19];
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The command line of a process. */
export function processCommand(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Owner;
    return typeof value.pid === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner | undefined): owner is Owner {
  return owner !== undefined && processStarted(owner.pid) === owner.started;
}

/** Another living process uses this folder for its database. */
export class DataDirInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is already in use by process ${pid}. ` +
        'Stop that process first, or set DATA_DIR to another folder.',
    );
    this.name = 'DataDirInUse';
  }
}

/**
 * Claims the folder for this process and returns the function that releases it. A claim left by a killed process is
 * taken over.
 * @throws DataDirInUse if its owner is alive
 */
function claimDataDir(folder: string): () => void {
  const file = join(folder, 'owner.json');
  const mine: Owner = { pid: process.pid, started: processStarted(process.pid) ?? '' };
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        linkSync(draft, file); // fails if the file exists: the one atomic step
        return () => {
          const owner = readOwner(file);
          if (owner?.pid === mine.pid && owner.started === mine.started) rmSync(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = readOwner(file);
      if (isAlive(owner)) throw new DataDirInUse(folder, owner.pid);
      removeStaleClaim(file, draft);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new Error(`The data folder ${folder} could not be claimed: other processes keep claiming it.`);
}

/** Moves the claim away before looking again, since another process may have renewed it. */
function removeStaleClaim(file: string, draft: string): void {
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return; // another process was faster
  }
  if (isAlive(readOwner(aside))) {
    try {
      linkSync(aside, file);
    } catch {
      // a third one has claimed it meanwhile: it wins
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Makes `folder`, accessible to its owner only, and claims it. `start` runs under the claim and calls `release` when
 * its process ends; a start that fails releases it at once.
 * @throws DataDirInUse when another living process has it
 */
export async function startInFolder<Started>(
  folder: string,
  start: (release: () => void) => Promise<Started>,
): Promise<Started> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = claimDataDir(folder);
  try {
    return await start(release);
  } catch (error) {
    release();
    throw error;
  }
}
