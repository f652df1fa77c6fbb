import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// npm run sbom --silent > sbom.json: every package of package-lock.json, as CycloneDX 1.5. From the lock alone, so that it
// says what is installed on any system; npm's own refuses a tree in which an optional package wants another version.
const folder = process.argv[2] ?? join(import.meta.dirname, '..');

interface Locked {
  /** Set where the folder has another name than the package. */
  name?: string;
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const manifest = read('package.json') as { name: string; version: string };
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };

const ALGORITHMS: Readonly<Record<string, string>> = {
  sha512: 'SHA-512',
  sha384: 'SHA-384',
  sha256: 'SHA-256',
  sha1: 'SHA-1',
};

/** Hashes as hexadecimal; the lock has them in base64. */
function hashesOf(integrity = ''): { alg: string; content: string }[] {
  return integrity
    .split(' ')
    .map((each) => /^(\w+)-(.+)$/.exec(each))
    .filter((match) => match !== null)
    .map(([, name = '', digest = '']) => ({
      alg: ALGORITHMS[name] ?? name,
      content: Buffer.from(digest, 'base64').toString('hex'),
    }));
}

const components = new Map<string, object>();
for (const [place, locked] of Object.entries(packages)) {
  if (place === '') continue;
  const { version, integrity, license, dev, optional } = locked;
  const name = locked.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  // The same package at several places is one component.
  if (components.has(purl)) continue;
  components.set(purl, {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    // What only builds and tests does not run where clients' data is.
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    hashes: hashesOf(integrity),
    licenses: license === undefined ? [] : [{ expression: license }],
  });
}

const root = `pkg:npm/${manifest.name}@${manifest.version}`;
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: { type: 'application', 'bom-ref': root, name: manifest.name, version: manifest.version },
  },
  components: [...components.values()],
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
