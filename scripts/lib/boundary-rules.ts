import type { SourceFile, Use } from './source-file.ts';

/** A line that crosses a border of the house, with the rule that it breaks. */
interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly words: string;
}

/** Where something may be used or imported, and why only there. */
interface Allowance {
  readonly rule: string;
  readonly why: string;
  /** Files that the rule is about. */
  readonly within: RegExp;
  /** Of these, the ones that may. */
  readonly allowed: RegExp;
}

const TEST = /\.test\.tsx?$/;
const SQL_FILES = new RegExp(
  [
    '^src/server/db/',
    '^src/server/jobs/', // claims due rows
    '^src/server/seed/',
    '^src/server/http/health\\.ts$', // asks the database whether it answers
    '^src/server/runtime/(audit|keyring)\\.ts$', // one table each, written from many places
    '/store\\.ts$',
    '^src/server/(?!ports/)(admin/)?[a-z]+/(?!routes)[a-z]+(-[a-z]+)+\\.ts$', // a verb over several tables: hold-seats.ts
  ].join('|'),
);

/** Which project files a zone may import. First match is the file's zone. */
const ZONES: readonly { name: string; files: RegExp; mayImport: RegExp; packages?: RegExp }[] = [
  {
    name: 'domain',
    files: /^src\/domain\//,
    mayImport: /^src\/domain\//,
    packages: /^$/,
  },
  {
    name: 'contract (schemas)',
    files: /^src\/contract\/(.*\.)?schemas\.ts$/,
    mayImport: /^src\/(contract|domain)\//,
    packages: /^zod$/,
  },
  {
    name: 'contract (calls)',
    files: /^src\/contract\//,
    mayImport: /^src\/(contract|domain)\//,
    packages: /^$/,
  },
  {
    name: 'server',
    files: /^src\/server\//,
    mayImport: /^(src\/(server|contract|domain)|content|sandbox)\//,
  },
  {
    name: 'sandbox',
    files: /^sandbox\//,
    mayImport: /^(sandbox|src\/domain|content\/public)\/|\/data-dir-claim\.ts$/,
  },
  {
    name: 'web',
    files: /^src\/web\//,
    mayImport: /^(src\/(web|contract|domain)|content\/public|\.react-router|public)\/|^src\/web\//,
  },
  {
    name: 'content/public',
    files: /^content\/public\//,
    mayImport: /^(content\/public|src\/domain)\//,
    packages: /^$/,
  },
  {
    name: 'content',
    files: /^content\//,
    mayImport: /^(content|src\/(domain|contract))\//,
    packages: /^$/,
  },
];

const PACKAGES: readonly (Allowance & { packages: RegExp })[] = [
  {
    rule: 'vendors live in ports',
    why: 'a vendor is reached through src/server/ports/ only, so that it can be replaced there',
    packages: /^(stripe|@aws-sdk\/.+|nodemailer)$/,
    within: /^src\//,
    allowed: /^src\/server\/(ports\/|auth\/identity-cognito\.ts$)/,
  },
  {
    rule: 'SQL lives in stores',
    why: 'SQL is written in store.ts files, verb files over several tables and db/ only',
    packages: /^kysely$/,
    within: /^src\/server\//,
    allowed: SQL_FILES,
  },
];

const USES: readonly (Allowance & { kinds: readonly Use['kind'][] })[] = [
  {
    rule: 'SQL lives in stores',
    why: 'SQL is written in store.ts files, verb files over several tables and db/ only',
    kinds: ['query'],
    within: /^src\/server\//,
    allowed: SQL_FILES,
  },
  {
    rule: 'one door to the network',
    why: 'fetch is called in src/web/client/api.ts and src/server/ports/ only',
    kinds: ['fetch'],
    within: /^src\//,
    allowed: /^src\/(web\/client\/api\.ts$|server\/(ports\/|auth\/identity-cognito\.ts$))/,
  },
  {
    rule: 'one upload with progress',
    why: 'XMLHttpRequest is for the progress of the photo upload only',
    kinds: ['xhr'],
    within: /^src\//,
    allowed: /^src\/web\/(.*\/)?[a-z-]*(photo|upload)[a-z-]*\.tsx?$/,
  },
  {
    rule: 'one reader of the environment',
    why: 'process.env is read in src/server/main.ts (and by scripts) only; pass settings on',
    kinds: ['environment'],
    within: /^(src|content)\//,
    allowed: /^src\/server\/main\.ts$/,
  },
  {
    rule: 'inject the clock',
    why: 'the wall clock is read in src/server/main.ts and one web hook (use-now.ts) only; pass now on',
    kinds: ['clock'],
    within: /^(src|content)\//,
    allowed: /^src\/(server\/main|web\/(.*\/)?use-now)\.ts$/,
  },
  {
    rule: 'no barrels',
    why: 'import from the file that has it; "export * from" hides where things are',
    kinds: ['barrel'],
    within: /^(src|content|sandbox|scripts|tests)\//,
    allowed: /^$/,
  },
];

/** Web folders without product words, and the two nouns that every other may use. */
const WEB_KIT = new Set(['ui', 'art']);
const WEB_OPEN = new Set(['client', 'layout']);

/** Every line of these files that crosses a border of docs/architecture.md. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const product = files.filter(({ path }) => !TEST.test(path));
  return [
    ...product.flatMap(zoneViolations),
    ...product.flatMap(packageViolations),
    ...product.flatMap(useViolations),
    ...product.flatMap(webNounViolations),
    ...zodInBrowser(product),
    ...files.flatMap(nameViolations),
  ];
}

function zoneViolations({ path, imports }: SourceFile): Violation[] {
  const zone = ZONES.find(({ files }) => files.test(path));
  if (!zone) return [];
  return imports
    .filter(({ target, isPackage }) =>
      isPackage ? zone.packages !== undefined && !zone.packages.test(target) : !zone.mayImport.test(target),
    )
    .map(({ target, line }) => ({
      rule: 'zones',
      path,
      line,
      words: `${zone.name} must not import ${target}`,
    }));
}

function packageViolations({ path, imports }: SourceFile): Violation[] {
  return PACKAGES.filter(({ within, allowed }) => within.test(path) && !allowed.test(path)).flatMap(
    ({ rule, why, packages }) =>
      imports
        .filter(({ target, isPackage, isTypeOnly }) => isPackage && !isTypeOnly && packages.test(target))
        .map(({ target, line }) => ({ rule, path, line, words: `${target}: ${why}` })),
  );
}

function useViolations({ path, uses }: SourceFile): Violation[] {
  return USES.filter(({ within, allowed }) => within.test(path) && !allowed.test(path)).flatMap(
    ({ rule, why, kinds }) =>
      uses.filter(({ kind }) => kinds.includes(kind)).map(({ line }) => ({ rule, path, line, words: why })),
  );
}

const READ_BY_NAME = new RegExp(
  [
    '^src/web/(.*-page|root|entry\\.(client|server))\\.tsx$', // by the framework
    '^src/web/layout/load-route-module\\.ts$', // in the router's place, by vite.config.ts
    '^src/server/db/types\\.ts$', // written by npm run db-types
    '^tests/bench/support/react-router-page\\.ts$', // by the bundler, whole
  ].join('|'),
);

/** Every export that no other of these files takes: it is its file's own affair. */
export function findIdleExports(files: readonly SourceFile[]): Violation[] {
  const taken = new Map<string, Set<string> | 'all'>();
  for (const { target, names } of files.flatMap(({ imports }) => imports)) {
    const before = taken.get(target);
    taken.set(target, names && before !== 'all' ? new Set([...(before ?? []), ...names]) : 'all');
  }
  return files
    .filter(({ path }) => !READ_BY_NAME.test(path) && taken.get(path) !== 'all')
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !(taken.get(path) as Set<string> | undefined)?.has(name))
        .map(({ name, line }) => ({
          rule: 'idle export',
          path,
          line,
          words: `nobody else uses ${name}: do not export it`,
        })),
    );
}

/** Nouns of the web zone do not know each other; only pages put them together. */
function webNounViolations({ path, imports }: SourceFile): Violation[] {
  const noun = webNoun(path);
  if (noun === undefined || path.endsWith('-page.tsx')) return [];
  return imports.flatMap(({ target, isPackage, line }) => {
    const other = isPackage ? undefined : webNoun(target);
    if (other === undefined || other === noun || WEB_KIT.has(other)) return [];
    if (WEB_OPEN.has(other) && !WEB_KIT.has(noun)) return [];
    const words = WEB_KIT.has(noun)
      ? `${noun}/ has no product words: it must not import ${other}/`
      : `${noun}/ must not import ${other}/: only *-page.tsx files put nouns together`;
    return [{ rule: 'web nouns', path, line, words }];
  });
}

function webNoun(path: string): string | undefined {
  return /^src\/web\/([^/]+)\//.exec(path)?.[1];
}

/** zod must not be reachable from the web zone at runtime, over however many files. */
function zodInBrowser(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reaches = new Map<string, boolean>();
  const reachesZod = (path: string): boolean => {
    const known = reaches.get(path);
    if (known !== undefined) return known;
    reaches.set(path, false); // a circle adds nothing
    const found = (byPath.get(path)?.imports ?? []).some(
      ({ target, isPackage, isTypeOnly }) =>
        !isTypeOnly && (isPackage ? target === 'zod' : reachesZod(target)),
    );
    reaches.set(path, found);
    return found;
  };
  return files
    .filter(({ path }) => path.startsWith('src/web/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ target, isPackage, isTypeOnly }) =>
            !isTypeOnly &&
            (isPackage ? target === 'zod' : !target.startsWith('src/web/') && reachesZod(target)),
        )
        .map(({ target, line }) => ({
          rule: 'no zod in the browser',
          path,
          line,
          words: `${target} brings zod into the bundle: import its types only ("import type")`,
        })),
    );
}

function nameViolations({ path }: SourceFile): Violation[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^(\d{4}-)?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name)) return [];
  return [{ rule: 'kebab-case', path, line: 1, words: 'file names are kebab-case' }];
}
