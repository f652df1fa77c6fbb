// Detects that npm was killed. npm runs this command through a shell, and neither sends a signal when it is killed. The
// command must not start or keep running then. Outside Linux only the direct parent is checked.
import { fail } from './project-folder.mjs';
import { isNpmCommand } from './npm-command.mjs';
import { readStat } from './processes.mjs';

const isRunByNpm = isNpmCommand(process.argv[2]);
const parent = process.ppid;
/** Many shells exec their last command. npm is then the direct parent, and its own parent may exit at any time. */
const npmAboveShell = isShell(parent) ? parentOf(parent) : undefined;

/** @param {number} pid */
function isShell(pid) {
  return /^\w*sh$/.test(readStat(pid)?.name ?? '');
}

/** @param {number} pid */
function parentOf(pid) {
  const fields = readStat(pid)?.fields;
  return fields === undefined ? undefined : Number(fields[1]);
}

/** True once npm, or the shell between npm and this process, has exited. */
function isOrphaned() {
  if (!isRunByNpm) return false;
  return process.ppid !== parent || (npmAboveShell !== undefined && parentOf(parent) !== npmAboveShell);
}

export function exitIfOrphaned() {
  if (isOrphaned()) fail('npm was stopped, so the command was not started.');
}
