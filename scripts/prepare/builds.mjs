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

/**
 * What a build would be made of now.
 * @param {Build} build
 */
function stateOf({ name, text, inputs }) {
  const markFile = path.join(folder, `.prepared-${name}.json`);
  const files = filesOf(inputs);
  const stats = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    stats.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  const stat = stats.digest('hex');
  const mark = readJson(markFile);
  if (mark?.stat === stat) return { name, text, markFile, stat, content: mark.content };

  // A checkout touches files without changing them, so only the content counts.
  const contents = createHash('sha256');
  for (const file of files) {
    contents
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  const content = contents.digest('hex');
  if (mark?.content === content) writeMark(markFile, { stat, content });
  return { name, text, markFile, stat, content };
}

/** @param {ReturnType<typeof stateOf>} state */
const isBuilt = ({ markFile, content }) => readJson(markFile)?.content === content;

/** @param {ReturnType<typeof stateOf>} state */
function build({ name, text, markFile, stat, content }) {
  fs.rmSync(markFile, { force: true });
  const done = runCommand([pinnedNode, path.join(root, 'scripts', 'build.ts'), name]);
  if (ranOutOfMemory(done)) fail(memoryText(`The build of the ${text}`));
  if (done.status !== 0) process.exit(done.status ?? 1);
  writeMark(markFile, { stat, content });
}

/** @param {boolean} anew builds even if nothing has changed */
export function buildIfStale(anew) {
  const stale = BUILDS.map(stateOf).filter((each) => anew || !isBuilt(each));
  if (stale.length === 0) return;
  for (const { text } of stale) requireWritableBuild(text);
  // One lock for all of them. Looked at again: the process before may have built them, and the pages empty the folder.
  withInstallLock(() => {
    for (const each of BUILDS) {
      const state = stateOf(each);
      if (anew || !isBuilt(state)) build(state);
    }
  });
}
