// Builds the web pages when they are older than their sources.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { memoryText, ranOutOfMemory } from './out-of-memory.mjs';
import { fail, pinnedNode, readJson, writeMark, root } from './project-folder.mjs';
import { runCommand } from './processes.mjs';

const buildMark = path.join(root, 'build', '.prepared.json');

/** All sources of the web bundle. */
const BUILD_INPUTS = [
  'src/web',
  'src/staff',
  'src/domain',
  'src/contract',
  'content/public',
  'public',
  'vite.config.ts',
  'vite.staff.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
];

/** @returns {string[]} every input file, sorted, relative to the project */
function buildInputs() {
  /** @type {string[]} */
  const files = [];
  /** @param {string} relative */
  const visit = (relative) => {
    const stat = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isFile()) {
      if (!/\.test\.tsx?$/.test(relative)) files.push(relative);
      return;
    }
    for (const name of fs.readdirSync(path.join(root, relative))) visit(`${relative}/${name}`);
  };
  BUILD_INPUTS.forEach(visit);
  return files.sort();
}

/** A service's own user cannot write in the folder that its owner installed, so the owner has to build. */
function requireWritableBuild() {
  const build = path.dirname(buildMark);
  try {
    fs.accessSync(fs.existsSync(build) ? build : root, fs.constants.W_OK);
  } catch {
    fail(
      `The web pages are not built yet, or older than their sources, and this user may not write in ${build}.\nRun as its owner: npm run build`,
    );
  }
}

/** @param {boolean} anew builds even if nothing has changed */
export function buildIfStale(anew) {
  const files = buildInputs();
  const stats = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    stats.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  const stat = stats.digest('hex');
  const mark = readJson(buildMark);
  if (mark?.stat === stat && !anew) return;

  // A checkout touches files without changing them, so only the content counts.
  const contents = createHash('sha256');
  for (const file of files) {
    contents
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  const content = contents.digest('hex');
  const build = () => {
    fs.rmSync(buildMark, { force: true });
    const done = runCommand([pinnedNode, path.join(root, 'scripts', 'build.ts')]);
    if (ranOutOfMemory(done)) fail(memoryText('The build of the web pages'));
    if (done.status !== 0) process.exit(done.status ?? 1);
    writeMark(buildMark, { stat, content });
  };
  if (anew || mark?.content !== content) {
    requireWritableBuild();
    withInstallLock(() => {
      // The process that had the lock before may have built it.
      if (anew || readJson(buildMark)?.content !== content) build();
    });
  } else writeMark(buildMark, { stat, content });
}
