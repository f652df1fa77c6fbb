import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, accessible to the owner only. Throws the system's error. It goes step by
 * step, since Node's recursive mkdir never ends where a parent exists but cannot be written (/proc).
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** A warning if other users of the machine may enter the data folder; null otherwise. */
export function openFolderWarning(folder: string): string | null {
  if ((statSync(folder).mode & 0o077) === 0) return null;
  return `DATA_DIR ${folder} is open to other users of this machine. Run: chmod 700 ${folder}`;
}
