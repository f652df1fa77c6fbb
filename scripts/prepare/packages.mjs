// The packages of package-lock.json, with the pinned Node among them.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { alone } from './alone.mjs';
import { fail, modules, pinnedNode, readJson, remember, root } from './folder.mjs';
import { run } from './processes.mjs';

const installMark = path.join(modules, '.prepared.json');

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

export function installIfStale() {
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
