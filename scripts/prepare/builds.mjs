// Builds the web pages and the server, each when it is older than its sources.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { memoryText, ranOutOfMemory } from './out-of-memory.mjs';
import { fail, pinnedNode, readJson, writeMark, root } from './project-folder.mjs';
import { runCommand } from './processes.mjs';

/** @typedef {{ name: string, text: string, inputs: readonly string[] }} Build */

const SHARED_INPUTS = [
  'src/domain',
  'src/contract',
  'content/public',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
];

/** @type {readonly Build[]} what scripts/build.ts can build, with all sources of each */
const BUILDS = [
  {
    name: 'pages',
    text: 'web pages',
    inputs: [
      'src/web',
      'src/staff',
      'public',
      'vite.config.ts',
      'vite.staff.config.ts',
      'react-router.config.ts',
      ...SHARED_INPUTS,
    ],
  },
  {
    name: 'server',
    text: 'server',
    inputs: ['src/server', 'sandbox', 'content', 'vite.server.config.ts', ...SHARED_INPUTS],
  },
];

const folder = path.join(root, 'build');

/**
 * @param {readonly string[]} inputs
 * @returns {string[]} every file of these, sorted, relative to the project
 */
function filesOf(inputs) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {string} relative */
  const visit = (relative) => {
    const stat = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isFile()) {
      if (!/\.test\.tsx?$/.test(relative)) files.add(relative);
      return;
    }
    for (const name of fs.readdirSync(path.join(root, relative))) visit(`${relative}/${name}`);
  };
  inputs.forEach(visit);
  return [...files].sort();
}

/**
 * A service's own user cannot write in the folder that its owner installed, so the owner has to build.
 * @param {string} text
 */
function requireWritableBuild(text) {
  try {
    fs.accessSync(fs.existsSync(folder) ? folder : root, fs.constants.W_OK);
  } catch {
    const verb = text.endsWith('s') ? 'are' : 'is';
    fail(
      `The ${text} ${verb} not built yet, or older than the sources, and this user may not write in ${folder}.\nRun as its owner: npm run build`,
    );
  }
}

/** @param {boolean} anew builds even if nothing has changed */
export function buildIfStale(anew) {
  for (const each of BUILDS) buildOne(each, anew);
}

/**
 * @param {Build} what
 * @param {boolean} anew
 */
function buildOne({ name, text, inputs }, anew) {
  const markFile = path.join(folder, `.prepared-${name}.json`);
  const files = filesOf(inputs);
  const stats = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    stats.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  const stat = stats.digest('hex');
  const mark = readJson(markFile);
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
    fs.rmSync(markFile, { force: true });
    const done = runCommand([pinnedNode, path.join(root, 'scripts', 'build.ts'), name]);
    if (ranOutOfMemory(done)) fail(memoryText(`The build of the ${text}`));
    if (done.status !== 0) process.exit(done.status ?? 1);
    writeMark(markFile, { stat, content });
  };
  if (anew || mark?.content !== content) {
    requireWritableBuild(text);
    withInstallLock(() => {
      // The process that had the lock before may have built it.
      if (anew || readJson(markFile)?.content !== content) build();
    });
  } else writeMark(markFile, { stat, content });
}
