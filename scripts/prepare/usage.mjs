// What each command prints for --help, before anything is installed, built or started.

/** By the name of the file in scripts/. `practice` lists its own. */
const USAGES = {
  start: ['npm start', 'Runs the site. Settings come from the environment: docs/settings.md lists them.'],
  dev: ['npm run dev', 'Runs the site with pages that change as their files do.'],
  test: [
    'npm test',
    'All checks and tests, with the ten slowest files. The last line is "N passed, N failed".',
  ],
  check: [
    'npm run check [-- NAME …]',
    'Types, boundaries, unused code, language, references, dependencies, lint, format; only those whose name begins with NAME (types, lint, …).',
  ],
  bench: [
    'npm run bench [-- ROW … | pages | quick COMMIT] [--short]',
    'Measures speed against floors of the same run: all rows, those named (p1 p2 …), or the group "pages".',
    'quick compares the hot paths of this tree with those of another commit (HEAD, if none is named) in about a minute.',
    '--short takes one brief round of each, to see that the rows work, and leaves docs/figures.md as it is.',
  ],
  faults: [
    'npm run faults [-- ROW …]',
    'Races, kills, a lost database, late payments in full size; all rows, or those named (r07 r08 …).',
  ],
  attacks: ['npm run attacks [-- ROW …]', 'The attacks in full size; all rows, or those named (s04 s07 …).'],
  e2e: [
    'npm run e2e [-- FILE … and options of Playwright]',
    'The browser tests, or those named: npm run e2e -- tests/e2e/public.spec.ts -g "skip link"',
  ],
  firefox: ['npm run firefox', 'The main job, a signature, a note and every page in Firefox.'],
  sbom: [
    'npm run sbom --silent > sbom.json',
    'Prints every package, its version and its licence, as CycloneDX.',
  ],
  reconcile: [
    'npm run reconcile -- FROM TO [FORMER_ADDRESS]',
    'Compares payments and refunds at the provider with the database, and records what is missing here.',
  ],
  'stripe-sync': [
    'npm run stripe:sync [-- --apply]',
    'Services as products and prices at Stripe: says what would be done; --apply does it.',
  ],
  migrate: [
    'npm run migrate',
    'Brings DATABASE_URL (or DATA_DIR) to the newest version; npm start does so by itself.',
  ],
  backup: [
    'npm run backup [-- FILE.zip]',
    'Database, photos and secrets in one file, DATA_DIR/backups/… if none is named. The app may run on.',
  ],
  restore: [
    'npm run restore -- FILE.zip',
    'A backup into an empty DATA_DIR (and DATABASE_URL, if set), while the app is stopped.',
  ],
  build: ['npm run build', 'Builds the web pages.'],
  format: ['npm run format', 'Writes every file in the format of the project (oxfmt).'],
  'make-screenshot': ['npm run make-screenshot', 'Takes the picture of README.md from the running site.'],
  'db-types': ['npm run db-types', 'Writes src/server/db/types.ts from the migrations.'],
};

/**
 * Prints the usage of a command.
 * @param {string} command
 * @returns {boolean} false if the command has to answer itself
 */
export function printUsage(command) {
  const lines = new Map(Object.entries(USAGES)).get(command);
  if (lines === undefined) return false;
  console.log(`${lines.join('\n  ')}`);
  return true;
}
