// Runs scripts/<command>.ts with the pinned Node 24, after installing and building what is stale.
// This file and those in prepare/ are all that an older Node (20.19) has to understand: no types, no newer syntax or API.
//
//   node scripts/prepare.mjs <command> [arguments]
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fail, modules, pinnedNode, readJson, root } from './prepare/folder.mjs';
import { isAbandoned, leaveIfAbandoned } from './prepare/npm-above.mjs';
import { installIfStale } from './prepare/packages.mjs';
import { buildIfStale } from './prepare/pages.mjs';
import { tied } from './prepare/processes.mjs';
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

/**
 * Stands in for the command: passes signals on to it and its exit code back.
 * @param {string} script
 * @param {string[]} args
 */
function become(script, args) {
  // If we are killed, the command is told to stop (Linux).
  const words = tied('TERM', [pinnedNode, script, ...args]);
  const child = spawn(words[0], words.slice(1), { stdio: 'inherit' });

  setInterval(() => isAbandoned() && child.kill('SIGTERM'), 250).unref();
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the child by itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`The pinned Node could not be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exit(code ?? 1);
    }
  });
}

/** The commands that package.json names: a file in scripts/ that is only a part of one is no command. */
function knownCommands() {
  const { scripts = {} } = readJson(path.join(root, 'package.json')) ?? {};
  return Object.values(scripts).flatMap(
    (words) => /^node scripts\/prepare\.mjs (\S+)$/.exec(words)?.[1] ?? [],
  );
}

const [command, ...args] = process.argv.slice(2);
const known = knownCommands();
if (command === undefined || !known.includes(command)) {
  fail(`There is no command "${command ?? ''}". Known: ${known.sort().join(', ')}.`);
}
const script = path.join(root, 'scripts', `${command}.ts`);
if (!fs.existsSync(script)) fail(`scripts/${command}.ts is missing.`);
if (args.length === 1 && args[0] === '--help' && printUsage(command)) process.exit(0);
if (!fs.existsSync(path.join(root, 'package-lock.json'))) fail('package-lock.json is missing.');
process.chdir(root);
// Tools that a command calls by name (react-router, vitest) find the pinned ones first.
process.env.PATH = `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`;
installIfStale();
leaveIfAbandoned();
if (command === 'build') {
  // Asked for by name it is done anew, and remembered as the build of a start is: not done a second time by that.
  buildIfStale(true);
} else {
  if (NEEDS_BUILD.has(command)) buildIfStale(false);
  leaveIfAbandoned();
  become(script, args);
}
