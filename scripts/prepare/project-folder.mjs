// What the parts of prepare.mjs share: paths, JSON files and the exit with a message.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const modules = path.join(root, 'node_modules');
export const pinnedNode = path.join(modules, 'node', 'bin', 'node');

/** @param {string} file */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Records that work is done. In a read-only folder (an image, a service's own user) nothing is recorded, and the next run
 * checks again.
 * @param {string} file
 * @param {object} mark
 */
export function writeMark(file, mark) {
  try {
    fs.writeFileSync(file, JSON.stringify(mark));
  } catch {
    return;
  }
}

/** @param {string} text */
export function fail(text) {
  console.error(text);
  process.exit(1);
}
