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
/** Whoever installs or builds here says so in it, for as long as that takes. */
const claim = path.join(root, '.preparing');
/** Between two looks whether it is done, milliseconds. */
const WAIT_MS = 200;

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

/**
 * When a process began, so that a number that was given anew is not taken for it; undefined if there is none.
 * @param {number} pid
 * @returns {string | undefined}
 */
function startOf(pid) {
  if (process.platform === 'linux') {
    const fields = statOf(pid);
    return fields === undefined || fields[0] === 'Z' ? undefined : fields[19];
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return undefined;
  }
  return 'running';
}

/**
 * What Linux tells about a process, from its state on; undefined if it is gone.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** @param {{ pid: number, started: string } | undefined} owner */
const isAtWork = (owner) => owner !== undefined && startOf(owner.pid) === owner.started;

/**
 * Two that install or build in one folder take each other's files away: the second one waits for the first. Whoever
 * was killed is not waited for.
 * @param {() => void} work
 */
function alone(work) {
  const draft = `${claim}.${process.pid}`;
  try {
    fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  } catch {
    return work(); // where nothing may be written nobody else installs or builds either
  }
  const isMine = takeClaim(draft);
  const release = () => {
    if (isMine && readJson(claim)?.pid === process.pid) fs.rmSync(claim, { force: true });
  };
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

/**
 * @param {string} draft what the claim is to say, in a file of its own
 * @returns {boolean} false where files cannot be linked: there one goes ahead without
 */
function takeClaim(draft) {
  try {
    for (let told = false; ;) {
      try {
        fs.linkSync(draft, claim); // fails if it is there: the one atomic step
        return true;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return false;
      }
      const owner = readJson(claim);
      if (isAtWork(owner)) {
        if (!told)
          console.log(`Process ${owner.pid} is installing or building in this folder: waiting for it…`);
        told = true;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
        leaveIfAbandoned();
      } else dropStaleClaim(`${draft}.stale`);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Moves the claim away before it looks again: somebody may have renewed it a moment ago.
 * @param {string} aside
 */
function dropStaleClaim(aside) {
  try {
    fs.renameSync(claim, aside);
    if (isAtWork(readJson(aside))) fs.linkSync(aside, claim);
  } catch {
    // somebody else was faster
  }
  fs.rmSync(aside, { force: true });
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
    if (!isInstalled()) alone(() => isInstalled() || install());
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
  console.log(
    'Installing the packages (first run, or package-lock.json changed). It takes a minute or two, and the npm registry…',
  );
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const npmCli = process.env.npm_execpath;
  const isNpm = npmCli !== undefined && /npm-cli\.[cm]?js$/.test(npmCli);
  const done = run(isNpm ? [process.execPath, npmCli, ...args] : ['npm', ...args]);
  if (done.error) fail(`npm could not be run: ${done.error.message}`);
  if (done.status !== 0) {
    fail(
      'The packages of this version are not installed, and npm could not install them: its own words are above.\n' +
        'It takes them from the registry that "npm config get registry" names, which has to be reached once; what is\n' +
        'installed starts without any network. Then run it again.',
    );
  }
}

/**
 * Runs a program to its end, which comes at once if we are killed (Linux).
 * @param {string[]} words
 */
function run(words) {
  const [command, ...args] = tied('KILL', words);
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' });
}

/**
 * @param {string} signal that the program gets when we die
 * @param {string[]} words
 */
function tied(signal, words) {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => fs.existsSync(file));
  return setpriv ? [setpriv, '--pdeathsig', signal, '--', ...words] : words;
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

/** @param {boolean} anew although nothing has changed */
function buildIfStale(anew) {
  const files = buildInputs();
  const stats = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    stats.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  const stat = stats.digest('hex');
  const mark = readJson(buildMark);
  if (mark?.stat === stat && !anew) return;

  // A checkout touches files without changing them: only the content decides.
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
    const done = run([pinnedNode, path.join(root, 'scripts', 'build.ts')]);
    if (done.status !== 0) process.exit(done.status ?? 1);
    remember(buildMark, { stat, content });
  };
  if (anew || mark?.content !== content) {
    refuseBuildByStranger();
    alone(() => {
      // Whoever was waited for may have built it.
      if (anew || readJson(buildMark)?.content !== content) build();
    });
  } else remember(buildMark, { stat, content });
}

// npm runs us in a shell; neither tells us when it is killed. Nothing may be left running, or begin, then.
const shell = process.ppid;
const npm = parentOf(shell);

/** @param {number} pid */
function parentOf(pid) {
  const parent = statOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

function isAbandoned() {
  return process.env.npm_lifecycle_event !== undefined && (process.ppid !== shell || parentOf(shell) !== npm);
}

function leaveIfAbandoned() {
  if (isAbandoned()) fail('npm was stopped meanwhile: not started.');
}

/**
 * Stands in for the command: passes signals on to it and its exit code back.
 * @param {string} script
 * @param {string[]} args
 */
function become(script, args) {
  // If we are killed, the command is told to stop (Linux).
  const words = tied('TERM', [pinnedNode, script, ...args]);
  const child = spawn(words[0], words.slice(1), { stdio: 'inherit' });

  if (process.env.npm_lifecycle_event !== undefined)
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
leaveIfAbandoned();
if (command === 'build') {
  // Asked for by name it is done anew, and remembered as the build of a start is: not done a second time by that.
  buildIfStale(true);
} else {
  if (NEEDS_BUILD.has(command)) buildIfStale(false);
  leaveIfAbandoned();
  become(script, args);
}
