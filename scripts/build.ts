import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { tieToThisProcess } from '#server/db/embedded/run-as.ts';
import { precompress } from './lib/precompress.ts';

// Builds the web pages into build/ and compresses the files, so that no request has to.
const root = join(import.meta.dirname, '..');
const started = performance.now();
console.log('Building the web pages…');
rmSync(join(root, 'build'), { recursive: true, force: true });
// Should this be killed, nothing may go on writing into the folder of the next build.
function bundle(...command: string[]): void {
  const [program, ...args] = [...tieToThisProcess('KILL'), process.execPath, ...command];
  const done = spawnSync(program!, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}`);
  if (done.error) console.error(done.error.message);
  if (done.signal) console.error(`The bundler was ended by ${done.signal}.`);
  // As a shell passes it on: prepare.mjs, above us, tells a build that was killed from one that failed.
  if (done.signal) process.exit(128 + constants.signals[done.signal]);
  process.exit(done.status ?? 1);
}
bundle(join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build');
bundle(join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'vite.staff.config.ts');
const counts = await Promise.all(
  ['client', 'staff'].map((folder) => precompress(join(root, 'build', folder))),
);
const count = counts.reduce((sum, each) => sum + each);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`Built in ${seconds} s, ${count} files compressed.`);
