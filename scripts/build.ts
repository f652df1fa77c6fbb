import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { tieToThisProcess } from '#server/db/embedded/run-as.ts';
import { precompress } from './lib/precompress.ts';

// Builds the web pages and the server into build/, or the one that is named. The files of the pages are compressed, so that
// no request has to.
//
//   node scripts/build.ts [pages | server]
const root = join(import.meta.dirname, '..');
/** The bundler's allocator takes memory from the system as it needs it: pages and server are built in 320 MB instead of 448. */
const LESS_MEMORY = { MIMALLOC_ARENA_EAGER_COMMIT: '0' };
const VITE = 'node_modules/vite/bin/vite.js';

// Should this be killed, nothing may go on writing into the folder of the next build.
function bundle(program: string, ...args: string[]): void {
  const [tie, ...words] = [...tieToThisProcess('KILL'), process.execPath, join(root, program), ...args];
  const done = spawnSync(tie!, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', ...LESS_MEMORY },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}`);
  if (done.error) console.error(done.error.message);
  if (done.signal) console.error(`The bundler was ended by ${done.signal}.`);
  // As a shell passes it on: prepare.mjs, above us, distinguishes a build that was killed from one that failed.
  if (done.signal) process.exit(128 + constants.signals[done.signal]);
  process.exit(done.status ?? 1);
}

async function buildPages(): Promise<string> {
  for (const folder of ['client', 'server', 'staff'])
    rmSync(join(root, 'build', folder), { recursive: true, force: true });
  bundle('node_modules/@react-router/dev/bin.cjs', 'build');
  bundle(VITE, 'build', '--config', 'vite.staff.config.ts');
  const counts = await Promise.all(
    ['client', 'staff'].map((folder) => precompress(join(root, 'build', folder))),
  );
  return `, ${counts.reduce((sum, each) => sum + each)} files compressed`;
}

function buildServer(): string {
  bundle(VITE, 'build', '--config', 'vite.server.config.ts');
  return '';
}

const BUILDS = [
  { name: 'pages', text: 'the web pages', build: buildPages },
  { name: 'server', text: 'the server', build: buildServer },
];
const [wanted] = process.argv.slice(2);
for (const { name, text, build } of BUILDS) {
  if (wanted !== undefined && wanted !== name) continue;
  const started = performance.now();
  console.log(`Building ${text}…`);
  const more = await build();
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s${more}.`);
}
