import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startApp } from '#scripts/lib/running-app.ts';
import { testDatabase } from '../support/database.ts';

// The built server as it is: the set-up of these tests builds it when it is stale.
const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'src/server/main.ts');

it.each([
  [
    'an error that the start catches',
    `process.env = new Proxy(process.env, {
       get: (env, name) => {
         if (name === 'HOST') throw new TypeError('thrown by the test');
         return env[name];
       },
     });`,
    'parseEnvironment(process.env)',
  ],
  [
    'an error that nothing catches',
    `const on = process.on;
     process.on = function (name, ...more) {
       if (name === 'SIGINT') throw new TypeError('thrown by the test');
       return on.call(process, name, ...more);
     };`,
    'process.on(signal,',
  ],
])('names the sources in the stack of %s', (_name, before, source) => {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(before)}`, 'scripts/start.ts'],
    { cwd: ROOT, encoding: 'utf8', env: { HOST: '127.0.0.1', DATA_DIR: '/dev/null/none' }, timeout: 300_000 },
  );
  const lines = readFileSync(MAIN, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes(source));
  const position = `${pathToFileURL(MAIN).href}:${line + 1}:${lines[line]!.indexOf(source) + 1}`;
  expect(stderr).toContain('TypeError: thrown by the test');
  expect(stderr).toContain(position.replace(/\d+$/, ''));
  expect(stderr).not.toMatch(/^ +at .*build\/app\/main/m);
  expect(status).toBe(1);
});

it('does not end once it is ready: the start reads before that what it says of the demo', async () => {
  const { db, url } = await testDatabase({ max: 1 });
  await db.transaction().execute(async (trx) => {
    // As if the database took too long to answer. On a busy machine the start takes longer than a transaction may rest.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`lock table accounts in access exclusive mode`.execute(trx);
    await expect(startApp({ env: { DATABASE_URL: url, SEED: 'off' } })).rejects.toThrow('did not get ready');
  });
});
