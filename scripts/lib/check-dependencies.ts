import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModules } from './boundaries.ts';

// npm run check -- dependencies: pinned exactly, locked with a hash, each with its reason. A folder can be named, so that a
// test shows each fault to be found; then none may be unused either, which `npm run check -- unused` says of this one.
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
for (const [, name] of reasons.matchAll(/^- `([^`/]+|@[^`]+)`/gm)) {
  if (name !== undefined && !(name in direct))
    faults.push(`${name}: in ${reasonsFile}, but not in package.json`);
}

for (const { dependencies, devDependencies, unlisted } of process.argv[2] ? unusedAndUnlisted() : []) {
  for (const { name } of [...dependencies, ...devDependencies]) faults.push(`${name}: nothing uses it`);
  for (const { name } of unlisted) faults.push(`${name}: imported, but not in package.json`);
}
for (const [path, name] of await loadedAtStart())
  if (name in direct && !(name in ofStart))
    faults.push(`${name}: ${path} needs it at a start, but it is in devDependencies`);

interface KnipIssues {
  readonly dependencies: readonly { name: string }[];
  readonly devDependencies: readonly { name: string }[];
  readonly unlisted: readonly { name: string }[];
}

/** What knip finds (knip.jsonc), one entry per file. */
function unusedAndUnlisted(): readonly KnipIssues[] {
  const knip = join(import.meta.dirname, '../../node_modules/knip/bin/knip.js');
  const options = ['--no-progress', '--reporter=json', '--include=dependencies,unlisted'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [knip, ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  // 1: it found something. More: it could not run.
  if (status === null || status > 1) throw new Error(`knip: ${stderr}`);
  return (JSON.parse(stdout) as { issues: KnipIssues[] }).issues;
}

/**
 * Each package that is loaded where only the packages of a start are: by the site, its build, and every command that
 * does not test; with the file that loads it.
 */
async function loadedAtStart(): Promise<(readonly [path: string, name: string])[]> {
  const [, needAll = ''] = /NEEDS_ALL_PACKAGES = new Set\(\[([^\]]*)/.exec(read('scripts/prepare.mjs')) ?? [];
  const commands = Object.values(manifest.scripts).flatMap(
    (words) => /(?<=run\.sh )\S+/.exec(words)?.[0] ?? [],
  );
  const scripts = commands
    .filter((name) => !needAll.includes(`'${name}'`))
    .map((name) => `scripts/${name}.ts`);
  const files = ['src', 'content', 'vite.config.ts', 'react-router.config.ts', ...scripts];
  const modules = await readModules(
    root,
    files.filter((path) => existsSync(join(root, path))),
  );
  const isOwnFile = (specifier: string): boolean => /^[#./]/.test(specifier);
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ module, dependencyTypes }) => !dependencyTypes.includes('type-only') && !isOwnFile(module))
      .map(({ module }) => [source, /^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module] as const),
  );
}

for (const fault of faults) console.log(fault);
console.log(`${Object.keys(direct).length} direct dependencies, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
