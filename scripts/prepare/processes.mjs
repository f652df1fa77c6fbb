// Other processes, as far as the system tells about them, and those that we run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { root } from './folder.mjs';

/**
 * When a process began, so that a number that was given anew is not taken for it; undefined if there is none.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function startOf(pid) {
  if (process.platform === 'linux') {
    const fields = statOf(pid)?.fields;
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
 * What Linux tells about a process: its name, and the fields from its state on; undefined if it is gone.
 * @param {number} pid
 */
export function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
}

/**
 * Runs a program to its end, which comes at once if we are killed (Linux).
 * @param {string[]} words
 */
export function run(words) {
  const tie = setpriv();
  const [command, ...args] = tie ? [tie, '--pdeathsig', 'KILL', '--', ...words] : words;
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' });
}

/** @type {string | null | undefined} */
let found;

/** The program that ties one process to another; null where there is none, or one that is too old for it. */
function setpriv() {
  if (found === undefined) {
    const knows = (/** @type {string} */ file) =>
      spawnSync(file, ['--pdeathsig', 'TERM', '--', 'true'], { stdio: 'ignore' }).status === 0;
    found = ['/usr/bin/setpriv', '/bin/setpriv'].find(knows) ?? null;
  }
  return found;
}
