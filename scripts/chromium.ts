import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The Chromium of CHROMIUM_PATH, of this machine, or the one Playwright downloaded; `undefined` if there is none. */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const { chromium } = await import('@playwright/test');
  return [...onPath, MAC, chromium.executablePath()].find((path) => existsSync(path) && works(path));
}

/** Some systems have a stand-in that only says how to install the real one. */
function works(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/**
 * A Chromium to test with, installed if there is none: by apt as root, else by Playwright.
 * @throws Error that says what was tried
 */
export async function ensureChromium(): Promise<string> {
  const found = await findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  const run = (command: string, ...args: string[]): boolean =>
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  console.log('No Chromium was found; installing one for the browser tests…');
  const packages = ['install', '-y', '--no-install-recommends', 'chromium'];
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    if (!run('apt-get', ...packages)) {
      run('apt-get', 'update');
      run('apt-get', ...packages);
    }
  }
  const playwright = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  if (!(await findChromium()))
    run(process.execPath, playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium');
  const installed = await findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
