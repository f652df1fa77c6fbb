// What the parts of prepare.mjs share: where things are, and how to read, remember and give up.
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
 * Remembers what has been done. Where nothing may be written (an image, a service's own user) the next run only has to
 * look again.
 * @param {string} file
 * @param {object} mark
 */
export function remember(file, mark) {
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
