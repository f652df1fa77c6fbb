// Installs and builds what is stale, so that scripts/run.sh can run scripts/<command>.ts with the pinned Node 24.
// An older Node (20.19) may run this file and those in prepare/, so they have no types, newer syntax or newer API.
//
//   node scripts/prepare.mjs <command> [arguments]
import fs from 'node:fs';
import path from 'node:path';
import { fail, readJson, root } from './prepare/project-folder.mjs';
import { exitIfOrphaned } from './prepare/parent-process.mjs';
import { installIfStale } from './prepare/packages.mjs';
import { buildIfStale } from './prepare/builds.mjs';
import { printUsage } from './prepare/usage.mjs';

/** Commands that run what is built: the server and its web pages. */
const NEEDS_BUILD = new Set([
  'start',
  'test',
  'e2e',
  'firefox',
  'bench',
  'faults',
  'attacks',
  'make-screenshot',
]);

/** Commands that test, measure or change the source need the devDependencies too. */
const NEEDS_ALL_PACKAGES = new Set([
  'test',
  'check',
  'e2e',
  'firefox',
  'bench',
  'faults',
  'attacks',
  'make-screenshot',
  'db-types',
  'format',
]);

/** Exit code by which run.sh knows that nothing is left to do. */
const DONE = 100;

/** The commands that package.json names: not every file in scripts/ is one. */
function knownCommands() {
  const { scripts = {} } = readJson(path.join(root, 'package.json')) ?? {};
  return Object.values(scripts).flatMap((words) => /^exec sh scripts\/run\.sh (\S+)$/.exec(words)?.[1] ?? []);
}

const [command, ...args] = process.argv.slice(2);
const known = knownCommands();
if (command === undefined || !known.includes(command)) {
  fail(`There is no command "${command ?? ''}". Known: ${known.sort().join(', ')}.`);
}
if (!fs.existsSync(path.join(root, 'scripts', `${command}.ts`))) fail(`scripts/${command}.ts is missing.`);
if (args.length === 1 && args[0] === '--help' && printUsage(command)) process.exit(DONE);
if (!fs.existsSync(path.join(root, 'package-lock.json'))) fail('package-lock.json is missing.');
installIfStale(NEEDS_ALL_PACKAGES.has(command) ? 'all' : 'start');
exitIfOrphaned();
if (command === 'build') {
  // `npm run build` always builds, and records it, so that the next start does not build again.
  buildIfStale(true);
  process.exit(DONE);
}
if (NEEDS_BUILD.has(command)) buildIfStale(false);
exitIfOrphaned();
