import { join } from 'node:path';
import { firstThatRuns, installByApt, placesOnPath, run } from './system-program.ts';

const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The Chromium of CHROMIUM_PATH, of this machine, or the one Playwright downloaded; `undefined` if there is none. */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const { chromium } = await import('@playwright/test');
  return firstThatRuns([...placesOnPath(NAMES), MAC, chromium.executablePath()]);
}

/**
 * A Chromium to test with, installed if there is none: by apt as root, else by Playwright.
 * @throws Error that says what was tried
 */
export async function ensureChromium(): Promise<string> {
  const found = await findChromium();
  if (found) return found;
  console.log('No Chromium was found; installing one for the browser tests…');
  installByApt('chromium');
  const playwright = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const isRoot = process.getuid?.() === 0;
  if (!(await findChromium()))
    run(process.execPath, playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium');
  const installed = await findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
