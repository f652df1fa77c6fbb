import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { firstThatRuns, installByApt, placesOnPath, run } from './system-program.ts';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const modules = join(import.meta.dirname, '../../node_modules');
const packed = join(modules, '@sparticuz/chromium');

/**
 * The headless Chromium of package.json, unpacked at its first use; nothing where it does not run. It is built with
 * Chromium's own profile of what browsers do most, so that the same tests take a quarter less of a core than in Debian's
 * (docs/decisions/0041-shared-test-processes.md).
 */
async function pinnedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined;
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  const program = join(modules, '.cache', `chromium-${version}`, 'chromium-headless-shell');
  if (!existsSync(program)) await unpack(program);
  return firstThatRuns([program]);
}

/** Under another name until it is whole: a second run may look for it meanwhile. */
async function unpack(program: string): Promise<void> {
  mkdirSync(dirname(program), { recursive: true });
  const partial = `${program}.${process.pid}`;
  await pipeline(
    createReadStream(join(packed, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(partial, { mode: 0o755 }),
  );
  renameSync(partial, program);
}

const MEMORY = '/dev/shm';
/** Several times what a run keeps there: the machine needs its memory for the tests too. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * The folder for what a test run writes and throws away: in memory where that has room, else the temporary folder. The
 * databases of tests make and drop files all the time, which costs a disk's file system twice as much of a core.
 */
export function memoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? tmpdir() : MEMORY;
}

/** Chromium without its invisible window, so that a fresh context costs a third. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The whole Chromium, to measure with: of CHROMIUM_PATH, of this machine, or the one Playwright downloaded. */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const { chromium } = await import('@playwright/test');
  return firstThatRuns([...placesOnPath(NAMES), MAC, chromium.executablePath()]);
}

/**
 * The browser of the browser tests, installed if there is none: that of CHROMIUM_PATH, the pinned one where it runs, because
 * the tests wait for the processor, or this machine's.
 * @throws Error that says what was tried
 */
export async function ensureTestBrowser(): Promise<string> {
  return process.env.CHROMIUM_PATH || (await pinnedChromium()) || (await ensureChromium());
}

/**
 * A Chromium to test with, installed if there is none: by apt as root, else by Playwright. The headless shell is preferred,
 * because the browser tests wait for the processor (docs/decisions/0041-shared-test-processes.md).
 * @throws Error that says what was tried
 */
export async function ensureChromium(): Promise<string> {
  const found = await findTestBrowser();
  if (found) return found;
  console.log('No Chromium was found; installing one for the browser tests…');
  for (const name of ['chromium-headless-shell', 'chromium']) {
    installByApt(name);
    const installed = await findTestBrowser();
    if (installed) return installed;
  }
  const playwright = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const isRoot = process.getuid?.() === 0;
  run(process.execPath, playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium');
  const installed = await findTestBrowser();
  if (installed) return installed;
  throw new Error(
    'No Chromium could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

async function findTestBrowser(): Promise<string | undefined> {
  return process.env.CHROMIUM_PATH || firstThatRuns(placesOnPath(SHELLS)) || (await findChromium());
}

/** How Playwright starts this browser; without a path the one it downloaded. */
export const launchOptions = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath ? { executablePath } : {}),
  // Chromium's own sandbox cannot be set up by root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
