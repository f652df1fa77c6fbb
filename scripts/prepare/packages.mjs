// Installs the packages of package-lock.json, which include the pinned Node. A start installs the dependencies, commands
// that test install the devDependencies too.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { memoryText, ranOutOfMemory } from './out-of-memory.mjs';
import { fail, modules, pinnedNode, readJson, writeMark, root } from './project-folder.mjs';
import { runCommand } from './processes.mjs';

/** @typedef {'start' | 'all'} PackageSet */

const installMark = path.join(modules, '.prepared.json');

/**
 * True if npm's own record of what is installed matches the lock file.
 * @param {PackageSet} set
 */
function isInstalled(set) {
  const wanted = readJson(path.join(root, 'package-lock.json'));
  const present = readJson(path.join(modules, '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (place === '' || entry.link || (set === 'start' && entry.dev === true)) return true;
    const found = present.packages[place];
    return found ? found.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

/**
 * A folder with all packages keeps all of them, also after a change of the lock file.
 * @param {PackageSet} needed
 */
export function installIfStale(needed) {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const mark = readJson(installMark);
  const set = mark?.set === 'all' ? 'all' : needed;
  const isStale = mark?.lock !== hash || (mark.set !== 'all' && set === 'all');
  if (isStale || !fs.existsSync(pinnedNode)) {
    const isReady = () => isInstalled(set) && fs.existsSync(pinnedNode);
    if (!isReady()) withInstallLock(() => isReady() || install(set));
    if (isReady()) writeMark(installMark, { lock: hash, set: isInstalled('all') ? 'all' : set });
  }
  if (!fs.existsSync(pinnedNode)) {
    fail(
      'The pinned Node 24 is missing in node_modules/node, because its install script did not run.\n' +
        'Run: npm rebuild node',
    );
  }
}

/** @param {PackageSet} set */
function install(set) {
  const dev = set === 'all' ? '--include=dev' : '--omit=dev';
  if (!isInstalled(set)) {
    const what = set === 'all' ? 'the packages, with those that test' : 'the packages that a start needs';
    console.log(`Installing ${what}. It takes a minute or two, and the npm registry…`);
    fs.rmSync(installMark, { force: true });
    const words =
      set === 'all' && isInstalled('start')
        ? ['install', '--no-save'] // adds what is missing; "ci" would remove the packages of a site that runs here
        : ['ci'];
    // Install scripts run afterwards: one of them starts its own npm, and two at once take twice the memory.
    npm([...words, dev, '--include=optional', '--ignore-scripts']);
  }
  if (fs.existsSync(pinnedNode)) return;
  npm(['rebuild']);
  // The package "node" links its program out of a package that it installs inside itself. That inner package, with 67 MB
  // of headers, is in no lock file, so npm removes it. A start works without it too.
  runCommand([...npmProgram(), 'prune', dev, '--no-save', '--ignore-scripts', '--offline', '--silent']);
}

/** The npm that runs this process, or the one on the path. */
function npmProgram() {
  const npmCli = process.env.npm_execpath;
  const isNpm = npmCli !== undefined && /npm-cli\.[cm]?js$/.test(npmCli);
  return isNpm ? [process.execPath, npmCli] : ['npm'];
}

/**
 * Runs npm, and exits with advice if it fails.
 * @param {string[]} words
 */
function npm(words) {
  const logs = fs.mkdtempSync(path.join(os.tmpdir(), 'npm-logs-'));
  const args = [...words, '--no-fund', '--no-audit', '--loglevel=error', `--logs-dir=${logs}`];
  const done = runCommand([...npmProgram(), ...args]);
  const log = fs
    .readdirSync(logs)
    .map((name) => fs.readFileSync(path.join(logs, name), 'utf8'))
    .join('\n');
  if (done.status === 0) return fs.rmSync(logs, { recursive: true, force: true });
  if (done.error) fail(`npm could not be run: ${done.error.message}`);
  if (ranOutOfMemory(done, errorsIn(log))) fail(memoryText('The install of the packages'));
  fail(adviceFor(errorsIn(log)));
}

/**
 * The error lines of npm's log; the other lines name every package and address.
 * @param {string} log
 */
const errorsIn = (log) =>
  log
    .split('\n')
    .filter((line) => /^\d+ (error|verbose (stack|code|signal))\b/.test(line))
    .join('\n');

/** @type {readonly [RegExp, string][]} error codes of npm with advice; $1 is the code */
const ADVICE = [
  [/\b(ENOSPC|EDQUOT)\b/, 'The disk is full ($1). docs/operations.md says how much space an install needs.'],
  [
    /\b(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT|ENOTCACHED|UNABLE_TO_\w+|\w+_CERT_\w+|CERT_\w+|E4\d\d|E5\d\d)\b/,
    "npm could not get the packages from the registry ($1): npm's own words are above. Check the network, and the\n" +
      'registry and proxy that "npm config get registry" and "npm config get proxy" name. The registry is needed once;\n' +
      'what is installed starts without any network. Then run it again.',
  ],
];

/** @param {string} errors */
function adviceFor(errors) {
  for (const [pattern, text] of ADVICE) {
    const found = pattern.exec(errors);
    if (found) return text.replace('$1', found[1]);
  }
  return 'The packages of this version are not installed, and npm could not install them: its own words are above.';
}
