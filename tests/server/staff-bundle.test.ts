import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { builtStaffArea } from '#server/pages/serve-staff-area.ts';

// The builds as they are: `npm test` builds them first.
const ROOT = join(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');

/** What the style sheet of the public site is made of, besides node_modules. */
const SOURCES = ['package.json', 'public', 'src/web', 'tsconfig.base.json'];

/** Every file that a visitor can load, by its hash. */
function hashesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files
    .filter(({ name }) => !/\.(br|gz)$/.test(name))
    .map(({ parentPath, name }) =>
      createHash('sha256')
        .update(readFileSync(join(parentPath, name)))
        .digest('base64url'),
    );
}

const SHEET = `import tailwindcss from '@tailwindcss/vite';
export default {
  plugins: [tailwindcss()],
  publicDir: false,
  build: { assetsInlineLimit: 0, outDir: 'build/client', rolldownOptions: { input: 'src/web/theme.css' } },
};
`;

/** A copy of the sources of the style sheet. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'public-site-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const source of SOURCES) cpSync(join(ROOT, source), join(copy, source), { recursive: true });
  writeFileSync(join(copy, 'sheet.config.mjs'), SHEET);
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Builds the style sheet alone in this copy; the hashes of what it is made of. */
function sheetsOf(copy: string): string[] {
  const vite = join(copy, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--config', 'sheet.config.mjs'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(done.status, `${done.stdout}${done.stderr}`).toBe(0);
  return hashesIn(join(copy, 'build/client'));
}

// What the public scripts import is looked at by the boundaries; the style sheet alone is made of whatever lies in its way.
it('the public style sheet has nothing of the staff area next to it; control: where it looks there, its bytes differ', () => {
  const copy = copySources();
  cpSync(join(ROOT, 'src/staff'), join(copy, 'src/staff'), { recursive: true });
  const shipped = hashesIn(join(BUILD, 'client'));
  const isShipped = () => sheetsOf(copy).every((hash) => shipped.includes(hash));
  expect(isShipped()).toBe(true);

  const sheet = join(copy, 'src/web/theme.css');
  writeFileSync(sheet, `${readFileSync(sheet, 'utf8')}\n@source '../staff';\n`);
  expect(isShipped()).toBe(false);
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
