import { firstThatRuns, installByApt, placesOnPath } from './system-program.ts';

const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';

const findFirefox = (): string | undefined =>
  process.env.FIREFOX_PATH || firstThatRuns([...placesOnPath(['firefox-esr', 'firefox']), MAC]);

/**
 * The Firefox of FIREFOX_PATH or of this machine, installed by apt as root if there is none.
 * @throws Error that says what to install
 */
export function ensureFirefox(): string {
  const found = findFirefox();
  if (found) return found;
  console.log('No Firefox was found; installing one…');
  installByApt('firefox-esr');
  const installed = findFirefox();
  if (installed) return installed;
  throw new Error(
    'There is no Firefox on this machine. Install one (Debian, as root: apt-get install firefox-esr) or set FIREFOX_PATH.',
  );
}
