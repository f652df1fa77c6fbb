import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { memoryFolder } from './memory-folder.ts';
import { pinnedChromium } from './pinned-chromium.ts';
import { firstThatRuns, installByApt, placesOnPath, run } from './system-program.ts';

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
  args: [
    // Chromium's own sandbox cannot be set up by root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // What its processes share is in memory, unless that is tiny, as in a container.
    ...(memoryFolder() === tmpdir() ? ['--disable-dev-shm-usage'] : []),
  ],
});
