import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pagesIn = (path: string) =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith('.md') && !name.startsWith('figures'))
    .map((name) => `${path}/${name}`);
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['content', 'sandbox', 'src/staff', 'docs', 'docs/operations'].flatMap(pagesIn),
];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const folder = mkdtempSync(join(tmpdir(), 'documented-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a shell is to run: blocks of commands, and inline code that begins as a command. */
const texts = PAGES.map((page) => readFileSync(join(root, page), 'utf8'));
const blocks = texts.flatMap((text) => [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!));
const inline = texts.flatMap((text) =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code]) =>
    code!.replaceAll(/\s+/g, ' '),
  ),
);
const lines = [...blocks.flatMap((block) => block.split('\n')), ...inline].map((line) =>
  line.replace(/ +#.*$/, '').trim(),
);

/** Each call of npm in the pages: the script's name and what it is given. */
const calls = lines.flatMap((line) =>
  [
    ...line.matchAll(/\bnpm (?:run )?(?:-s |--silent )?([a-z][\w:-]*)(?: --silent)?(?: -- ([^&|;>]*))?/g),
  ].flatMap(([, name, args]) =>
    name === 'ci' || name === 'rebuild' || name === 'config'
      ? []
      : [{ name: name!, args: args?.trim() ?? '' }],
  ),
);
const named = [...new Set(calls.map(({ name }) => name))].toSorted();

const helps = new Map<string, SpawnSyncReturns<string>>();
/** Asks a command for its usage once, as npm runs it, with a folder of its own and no settings. */
function helpOf(name: string) {
  const known = helps.get(name);
  if (known) return known;
  const words = /^exec sh (scripts\/run\.sh) (\S+)$/.exec(scripts[name]!);
  const { PATH, HOME } = process.env;
  const done = spawnSync('sh', [join(root, words![1]!), words![2]!, '--help'], {
    encoding: 'utf8',
    cwd: root,
    env: { PATH, HOME, DATA_DIR: join(folder, 'data') } as NodeJS.ProcessEnv,
    timeout: 300_000,
  });
  helps.set(name, done);
  return done;
}

describe('the commands in the docs', () => {
  it('are found', () => {
    expect(named).toEqual(
      expect.arrayContaining(['start', 'backup', 'restore', 'e2e', 'practice', 'stripe:sync']),
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(Object.keys(scripts))('npm run %s -- --help prints its usage and does nothing else', (name) => {
    const { stdout, stderr, status } = helpOf(name);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are used as their usage says', () => {
    const wrong = calls.filter(({ name, args }) => {
      const [first] = args.split(' ');
      if (!first || first.startsWith('tests/')) return false;
      // A file, a row or a name of the reader's own.
      const isFile = /\.zip$|^\[?FILE\]?$/.test(first);
      const shape = isFile ? 'FILE' : first.replace(/^[prs]\d+$/, 'ROW');
      return !helpOf(name).stdout.includes(shape);
    });
    expect(wrong).toEqual([]);
  });

  it('can be parsed by a shell, and name existing files and services', () => {
    for (const block of blocks) {
      const checked = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' });
      expect([block, checked.stderr]).toEqual([block, '']);
    }
    const paths = lines.flatMap((line) =>
      /^(cp|install|node_modules|npm|docker)\b/.test(line)
        ? [...line.matchAll(/(?<![\w/.])(?:deploy|scripts|src|tests)\/[\w@./-]+/g)].map(([path]) => path)
        : [],
    );
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => path !== 'tests/e2e/x.spec.ts' && !existsSync(join(root, path)))).toEqual(
      [],
    );
    const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
    const services = lines.flatMap(
      (line) => /^docker compose (?:exec|up .*) ([a-z][\w-]*)/.exec(line)?.[1] ?? [],
    );
    expect(services.filter((service) => !compose.includes(`\n  ${service}:`))).toEqual([]);
  });
});
