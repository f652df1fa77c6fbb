import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isFull, report } from '../support/profile.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'supply-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
type Lock = {
  packages: Record<
    string,
    { name?: string; version?: string; integrity?: string; license?: string; optional?: boolean }
  >;
};
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(text('package.json')) as Manifest;
const lock = JSON.parse(text('package-lock.json')) as Lock;

async function run(command: string, args: readonly string[], cwd = root) {
  const child = spawn(command, [...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complained = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (complained += part.toString()));
  const code = await Promise.race([
    once(child, 'close').then(([exit]) => exit as number | null),
    once(child, 'error').then(() => null),
  ]);
  return { code, said, complained };
}
const check = (where: string) =>
  run(process.execPath, [join(root, 'scripts/lib/check-dependencies.ts'), where]);

// In the small size the checks of `npm test` say so.
it.runIf(isFull)(
  'S12: every package has an exact version, a hash, a known licence and a reason, and is used',
  async () => {
    const { code, said } = await check(root);
    const figure = /\d+ direct dependencies, \d+ faults/.exec(said)?.[0] ?? 'did not end';
    const passed = code === 0;
    report(
      'S12',
      'exact pins, integrity for all, licences, one reason each, none unused',
      `${figure}, ${Object.keys(lock.packages).length - 1} packages locked`,
      passed,
    );
    expect(said.trim()).toMatch(/^\d+ direct dependencies, 0 faults$/);
    expect(code).toBe(0);
  },
);

it('S12 control: every fault in the supply chain is detected', async () => {
  const bad = join(folder, 'bad');
  for (const part of ['docs', 'scripts', 'src/server/ports']) mkdirSync(join(bad, part), { recursive: true });
  for (const part of ['knip.jsonc', 'scripts/prepare.mjs']) cpSync(join(root, part), join(bad, part));
  symlinkSync(join(root, 'node_modules'), join(bad, 'node_modules'));
  const write = (file: string, value: unknown) =>
    writeFileSync(join(bad, file), typeof value === 'string' ? value : JSON.stringify(value));
  const package_ = structuredClone(manifest);
  const locked = structuredClone(lock);
  package_.dependencies['fastify'] = `^${package_.dependencies['fastify']}`;
  package_.dependencies['left-pad'] = '1.3.0';
  delete package_.dependencies['fflate'];
  package_.devDependencies['stripe'] = package_.dependencies['stripe']!;
  delete package_.dependencies['stripe'];
  delete locked.packages['node_modules/zod']!.integrity;
  locked.packages['node_modules/pg']!.license = 'AGPL-3.0';
  delete locked.packages['node_modules/react']!.license;
  write('package.json', package_);
  write('package-lock.json', locked);
  write('src/server/main.ts', `import 'fastify'; import 'fflate'; import './ports/payments-stripe.ts';`);
  write('src/server/ports/payments-stripe.ts', `import 'stripe';`);
  write('docs/dependencies.md', text('docs/dependencies.md').replace('`kysely`:', '`kysely-of-another`:'));
  const { code, said } = await check(bad);
  expect(code).toBe(1);
  for (const fault of [
    /^fastify: "\^[\d.]+" is not an exact version$/m,
    /^left-pad: package\.json says 1\.3\.0, package-lock\.json undefined$/m,
    /^left-pad: no reason in docs\/dependencies\.md$/m,
    /^left-pad: nothing uses it$/m,
    /^fflate: imported, but not in package\.json$/m,
    /^stripe: src\/server\/ports\/[\w-]+\.ts needs it at a start, but it is in devDependencies$/m,
    /^node_modules\/zod: no integrity hash in package-lock\.json$/m,
    /^node_modules\/pg: licence AGPL-3\.0 is not on the list$/m,
    /^node_modules\/react: licence unknown is not on the list$/m,
    /^kysely: no reason in docs\/dependencies\.md$/m,
    /^kysely-of-another: in docs\/dependencies\.md, but not in package\.json$/m,
  ])
    expect(said).toMatch(fault);
  expect(said).not.toContain('fastify: nothing uses it');
});

it('S12: the SBOM lists every locked package with hash and licence', async () => {
  const { code, said } = await run(process.execPath, [join(root, 'scripts/sbom.ts')]);
  expect(code).toBe(0);
  type Component = { purl: string; hashes: { content: string }[]; licenses: unknown[] };
  const { bomFormat, components } = JSON.parse(said) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe('CycloneDX');
  const wanted = Object.entries(lock.packages).filter(([place]) => place !== '');
  const purls = new Set(
    wanted.map(
      ([place, { name, version }]) =>
        `pkg:npm/${(name ?? place.split('node_modules/').at(-1)!).replace('@', '%40')}@${version}`,
    ),
  );
  const bare = components.filter(({ hashes, licenses }) => hashes.length + licenses.length < 2);
  const named = new Set(components.map(({ purl }) => purl));
  const passed = bare.length === 0 && named.size === purls.size && components.length === purls.size;
  report(
    'S12',
    'SBOM',
    `SBOM: ${components.length} of ${purls.size} packages, ${bare.length} without hash or licence`,
    passed,
  );
  expect(bare).toEqual([]);
  expect([...named].toSorted()).toEqual([...purls].toSorted());
});

// Nothing is downloaded in the small size: npm ci is the first step of every clone anyway.
it.runIf(isFull)('S12: npm ci works in a clean folder', { timeout: 1_200_000 }, async () => {
  const clean = join(folder, 'clean');
  mkdirSync(clean);
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, file), join(clean, file));
  const { code, complained } = await run(
    'npm',
    ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    clean,
  );
  const isAway = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(complained) || code === null;
  const versionIn = (place: string): string | undefined =>
    existsSync(join(clean, place, 'package.json'))
      ? (JSON.parse(readFileSync(join(clean, place, 'package.json'), 'utf8')) as { version: string }).version
      : undefined;
  const places = Object.entries(lock.packages).filter(([place]) => place !== '');
  // Packages for other systems are not installed.
  const wrong = places.filter(([place, { version, optional }]) => {
    const found = versionIn(place);
    return found === undefined ? !optional : found !== version;
  });
  const passed = code === 0 && wrong.length === 0;
  const figure =
    isAway && !passed
      ? 'npm ci: no registry, no cache'
      : `npm ci: exit ${code}, ${wrong.length} of ${places.length} not as locked`;
  report('S12', 'npm ci in a clean folder', figure, isAway && !passed ? 'SKIPPED' : passed);
  if (isAway && !passed) return;
  expect({ code, complained: code === 0 ? '' : complained, wrong: wrong.map(([place]) => place) }).toEqual({
    code: 0,
    complained: '',
    wrong: [],
  });
});
