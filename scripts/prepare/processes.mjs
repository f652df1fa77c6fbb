// Reads about other processes and runs programs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { root } from './project-folder.mjs';

/**
 * When a process started, because the system reuses process numbers; undefined if there is none.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function startTimeOf(pid) {
  if (process.platform === 'linux') {
    const fields = readStat(pid)?.fields;
    return fields === undefined || fields[0] === 'Z' ? undefined : fields[19];
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return undefined;
  }
  return 'running';
}

/**
 * What /proc has about a process: its name and the fields from its state on; undefined if it has exited.
 * @param {number} pid
 */
export function readStat(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
}

/**
 * Runs a program until it ends. On Linux it is killed with this process.
 * @param {string[]} words
 */
export function runCommand(words) {
  const [command, ...args] = killWithParent(words);
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' });
}

/** @param {string[]} words */
function killWithParent(words) {
  const setpriv = findSetpriv();
  return setpriv === null ? words : [setpriv, '--pdeathsig', 'KILL', '--', ...words];
}

/** @type {string | null | undefined} */
let found;

/** The path of setpriv; null where it is missing or too old to know --pdeathsig. */
function findSetpriv() {
  if (found === undefined) {
    const knows = (/** @type {string} */ file) =>
      spawnSync(file, ['--pdeathsig', 'TERM', '--', 'true'], { stdio: 'ignore' }).status === 0;
    found = ['/usr/bin/setpriv', '/bin/setpriv'].find(knows) ?? null;
  }
  return found;
}
