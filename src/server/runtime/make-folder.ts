import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing, for its owner alone. Throws what the system says. Step by step:
 * Node's own way never ends where a folder above is there and nothing can be made in it (/proc).
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it a moment ago.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** What to tell the operator about a data folder that other users of the machine may enter; null if none may. */
export function openFolderWarning(folder: string): string | null {
  if ((statSync(folder).mode & 0o077) === 0) return null;
  return `DATA_DIR ${folder} is open to other users of this machine. Run: chmod 700 ${folder}`;
}
