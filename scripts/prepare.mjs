// Installs and builds what is stale, so that scripts/run.sh can run scripts/<command>.ts with the pinned Node 24.
// This file and those in prepare/ are all that an older Node (20.19) has to understand: no types, no newer syntax or API.
//
//   node scripts/prepare.mjs <command> [arguments]
import fs from 'node:fs';
import path from 'node:path';
import { fail, readJson, root } from './prepare/folder.mjs';
import { leaveIfAbandoned } from './prepare/npm-above.mjs';
import { installIfStale } from './prepare/packages.mjs';
import { buildIfStale } from './prepare/pages.mjs';
import { printUsage } from './prepare/usage.mjs';

/** Commands that serve the built web pages. */
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

/** Commands that test or measure, or change the source: they need the packages of devDependencies too. */
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

/** Tells run.sh that nothing is left to do. */
const DONE = 100;

/** The commands that package.json names: a file in scripts/ that is only a part of one is no command. */
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
leaveIfAbandoned();
if (command === 'build') {
  // Asked for by name it is done anew, and remembered as the build of a start is: not done a second time by that.
  buildIfStale(true);
  process.exit(DONE);
}
if (NEEDS_BUILD.has(command)) buildIfStale(false);
leaveIfAbandoned();
