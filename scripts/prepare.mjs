// Runs scripts/<command>.ts with the pinned Node 24, after installing and building what is stale.
// The one file that an older Node (20.19) has to understand: no types, no newer syntax or API.
//
//   node scripts/prepare.mjs <command> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const pinnedNode = path.join(modules, 'node', 'bin', 'node');
const installMark = path.join(modules, '.prepared.json');
const buildMark = path.join(root, 'build', '.prepared.json');

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

/** Everything that the web bundle is made of. */
const BUILD_INPUTS = [
  'src/web',
  'src/domain',
  'src/contract',
  'content/public',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
];

/** @param {string} file */
function readJson(file) {
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
function remember(file, mark) {
  try {
    fs.writeFileSync(file, JSON.stringify(mark));
  } catch {
    return;
  }
}

/** @param {string} text */
function fail(text) {
  console.error(text);
  process.exit(1);
}

/** True if what npm wrote down as installed is what the lock file asks for. */
function isInstalled() {
  const wanted = readJson(path.join(root, 'package-lock.json'));
  const present = readJson(path.join(modules, '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (place === '' || entry.link) return true;
    const found = present.packages[place];
    return found ? found.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

function installIfStale() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  if (readJson(installMark)?.lock !== hash) {
    if (!isInstalled()) install();
    remember(installMark, { lock: hash });
  }
  if (!fs.existsSync(pinnedNode)) {
    fail(
      'The pinned Node 24 is missing in node_modules/node, because its install script did not run.\n' +
        'Run: npm rebuild node',
    );
  }
}

function install() {
  console.log('Installing the packages (first run, or package-lock.json changed)…');
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const npmCli = process.env.npm_execpath;
  const isNpm = npmCli !== undefined && /npm-cli\.[cm]?js$/.test(npmCli);
  const done = isNpm
    ? spawnSync(process.execPath, [npmCli, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (done.error) fail(`npm could not be run: ${done.error.message}`);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

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

/** A service's own user may not write in the folder that its owner installed: the owner has to build. */
function refuseBuildByStranger() {
  const build = path.dirname(buildMark);
  try {
    fs.accessSync(fs.existsSync(build) ? build : root, fs.constants.W_OK);
  } catch {
    fail(
      `The web pages are not built yet, or older than their sources, and this user may not write in ${build}.\nRun as its owner: npm run build`,
    );
  }
}

function buildIfStale() {
  const files = buildInputs();
  const stats = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    stats.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  const stat = stats.digest('hex');
  const mark = readJson(buildMark);
  if (mark?.stat === stat) return;

  // A checkout touches files without changing them: only the content decides.
  const contents = createHash('sha256');
  for (const file of files) {
    contents
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  const content = contents.digest('hex');
  if (mark?.content !== content) {
    refuseBuildByStranger();
    fs.rmSync(buildMark, { force: true });
    const done = spawnSync(pinnedNode, [path.join(root, 'scripts', 'build.ts')], {
      cwd: root,
      stdio: 'inherit',
    });
    if (done.status !== 0) process.exit(done.status ?? 1);
  }
  remember(buildMark, { stat, content });
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // not Linux, or gone
  }
}

/**
 * Stands in for the command: passes signals on to it and its exit code back.
 * @param {string} script
 * @param {string[]} args
 */
function become(script, args) {
  const words = [pinnedNode, script, ...args];
  // If we are killed, the command is told to stop (Linux).
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => fs.existsSync(file));
  if (setpriv) words.unshift(setpriv, '--pdeathsig', 'TERM', '--');
  const child = spawn(words[0], words.slice(1), { stdio: 'inherit' });

  // npm runs us in a shell; neither tells us when it is killed. Nothing may be left running then.
  if (process.env.npm_lifecycle_event !== undefined) {
    const shell = process.ppid;
    const npm = parentOf(shell);
    const isAlone = () => process.ppid !== shell || parentOf(shell) !== npm;
    setInterval(() => isAlone() && child.kill('SIGTERM'), 250).unref();
  }
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

const [command, ...args] = process.argv.slice(2);
const script = path.join(root, 'scripts', `${command}.ts`);
if (!command || !/^[a-z][a-z-]*$/.test(command) || !fs.existsSync(script)) {
  const known = fs
    .readdirSync(path.join(root, 'scripts'))
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => name.slice(0, -3));
  fail(`There is no command "${command ?? ''}". Known: ${known.sort().join(', ')}.`);
}
if (!fs.existsSync(path.join(root, 'package-lock.json'))) fail('package-lock.json is missing.');
process.chdir(root);
// Tools that a command calls by name (react-router, vitest) find the pinned ones first.
process.env.PATH = `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`;
installIfStale();
if (command === 'build') {
  // Asked for by name it is done anew, and remembered as the build of a start is: not done a second time by that.
  refuseBuildByStranger();
  fs.rmSync(buildMark, { force: true });
  buildIfStale();
} else {
  if (NEEDS_BUILD.has(command)) buildIfStale();
  become(script, args);
}
