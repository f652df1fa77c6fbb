// npm above us. It runs us through a shell; neither tells us when it is killed, and nothing may be left running, or
// begin, then. Elsewhere than on Linux only the one right above is looked at.
import { fail } from './folder.mjs';
import { isNpmCommand } from './npm-command.mjs';
import { statOf } from './processes.mjs';

const isRunByNpm = isNpmCommand(process.argv[2]);
const parent = process.ppid;
/** Many shells give their place to the last command: then npm is the parent, and who started npm may leave as it likes. */
const npmAboveShell = isShell(parent) ? parentOf(parent) : undefined;

/** @param {number} pid */
function isShell(pid) {
  return /^\w*sh$/.test(statOf(pid)?.name ?? '');
}

/** @param {number} pid */
function parentOf(pid) {
  const fields = statOf(pid)?.fields;
  return fields === undefined ? undefined : Number(fields[1]);
}

/** True once npm, or the shell between it and us, has gone. */
export function isAbandoned() {
  if (!isRunByNpm) return false;
  return process.ppid !== parent || (npmAboveShell !== undefined && parentOf(parent) !== npmAboveShell);
}

export function leaveIfAbandoned() {
  if (isAbandoned()) fail('npm was stopped meanwhile: not started.');
}
