import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { builtStaffArea } from '#server/pages/serve-staff-area.ts';

// The builds as they are: `npm test` builds them first.
const ROOT = join(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');

/** What the public build reads, besides node_modules and the code of the other zones. */
const PUBLIC_SOURCES = [
  'content',
  'package.json',
  'public',
  'react-router.config.ts',
  'src/contract',
  'src/domain',
  'src/web',
  'tsconfig.base.json',
  'vite.config.ts',
];

/** Every file that a visitor can load, by its hash. */
function hashesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map((each) => join(each.parentPath, each.name)).toSorted();
  return Object.fromEntries(
    paths
      .filter((path) => !/\.(br|gz)$/.test(path))
      .map((path) => [
        relative(folder, path),
        createHash('sha256').update(readFileSync(path)).digest('base64url'),
      ]),
  );
}

/** The style sheet of the public site alone: a sixth of the work of the whole. */
const SHEET_ALONE = `import tailwindcss from '@tailwindcss/vite';
export default {
  plugins: [tailwindcss()],
  publicDir: false,
  build: { assetsInlineLimit: 0, outDir: 'build/client', rolldownOptions: { input: 'src/web/theme.css' } },
};
`;

/** A copy of the sources of the public site. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'public-site-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const source of PUBLIC_SOURCES) cpSync(join(ROOT, source), join(copy, source), { recursive: true });
  // Names the zones that are there.
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const there = references.filter(({ path }) => existsSync(join(copy, path)));
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ files: [], references: there }));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Builds in this copy; returns the folder of what visitors load. */
function buildIn(copy: string, program: string, ...options: string[]): string {
  const done = spawnSync(process.execPath, [join(copy, 'node_modules', program), 'build', ...options], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(done.status, `${done.stdout}${done.stderr}`).toBe(0);
  return join(copy, 'build/client');
}

it('the public site is the same to the byte without the staff area', () => {
  const without = hashesIn(buildIn(copySources(), '@react-router/dev/bin.cjs'));
  expect(Object.keys(without).length).toBeGreaterThan(50);
  expect(hashesIn(join(BUILD, 'client'))).toEqual(without);
});

it('control: where the public style sheet also looks for classes in the staff area, its bytes differ', () => {
  const copy = copySources();
  cpSync(join(ROOT, 'src/staff'), join(copy, 'src/staff'), { recursive: true });
  writeFileSync(join(copy, 'sheet.config.mjs'), SHEET_ALONE);
  const sheetOf = () =>
    Object.values(hashesIn(buildIn(copy, 'vite/bin/vite.js', '--config', 'sheet.config.mjs')));
  const shipped = Object.values(hashesIn(join(BUILD, 'client')));
  const isShipped = (hash: string) => shipped.includes(hash);
  // As it is, it has the bytes of the one that is shipped, although the staff area lies next to it.
  expect(sheetOf().every(isShipped)).toBe(true);

  const sheet = join(copy, 'src/web/theme.css');
  writeFileSync(sheet, `${readFileSync(sheet, 'utf8')}\n@source '../staff';\n`);
  expect(sheetOf().every(isShipped)).toBe(false);
});

const files = builtStaffArea(BUILD);
const names = [...files.keys()];
const chunkOf = (screen: string) =>
  names.find((path) => path.startsWith(`/assets/${screen}-`) && path.endsWith('.js'))!;

/** The scripts that these load at once, with the style sheets that their screens name. */
function loadedWith(...scripts: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const add = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const text = files.get(path)!.plain.toString();
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      add(`/assets/${name}`);
  };
  scripts.forEach(add);
  return loaded;
}

const gzipOf = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(files.get(path)!.plain).length, 0);

it('Today loads at most 160 kB of scripts and styles, the calendar 22 kB more', () => {
  const page = files.get('/index.html')!.plain.toString();
  const named = [...page.matchAll(/\/staff(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  const entry = named.filter((path) => path.endsWith('.js'));
  const styles = named.filter((path) => path.endsWith('.css'));
  const cssOf = (screen: string) =>
    names.filter((path) => new RegExp(`^/assets/${screen}-.*\\.css$`).test(path));
  const first = loadedWith(...entry);
  const today = gzipOf(first) + gzipOf(styles);
  const calendar = [...loadedWith(chunkOf('calendar-page'))].filter((path) => !first.has(path));
  const more = gzipOf(calendar) + gzipOf(cssOf('calendar-page'));
  expect({ today, more }).toSatisfy(
    ({ today: a, more: b }: { today: number; more: number }) => a <= 160_000 && b <= 22_000,
  );
});

it('the page of the staff area has nothing inline, so that the policy of all answers fits it', () => {
  const page = files.get('/index.html')!.plain.toString();
  expect(page).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)/);
});
