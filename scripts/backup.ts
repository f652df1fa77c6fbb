import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readSettings } from '#server/runtime/config.ts';
import { explainDatabase } from '#server/db/explain-database.ts';
import { backUp } from './lib/create-backup.ts';
import { databaseFromEnvironment } from './lib/database-from-environment.ts';

// npm run backup -- [file.zip]: database, photos and secrets in one file; the app may go on running.
const [given, ...rest] = process.argv.slice(2);
const now = new Date();
const stamp = now.toISOString().slice(0, 19).replaceAll(/[:T]/g, '-');
let stop = (): Promise<void> => Promise.resolve();
try {
  if (rest.length > 0 || given?.startsWith('-'))
    throw new Error('One file at most: npm run backup -- FILE.zip');
  const { DATA_DIR } = readSettings(process.env, ['DATA_DIR']);
  const file = resolve(given ?? `${DATA_DIR}/backups/sattva-${stamp}.zip`);
  if (existsSync(file)) throw new Error(`${file} exists. Nothing is written over an earlier backup.`);
  const database = await databaseFromEnvironment({ existing: true });
  stop = () => database.stop();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { tables, files } = await backUp({ url: database.url, dataDir: DATA_DIR, file, now });
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  console.log(`${file}: ${rows} rows of ${Object.keys(tables).length} tables, ${files.length} files.`);
  console.log('It holds the secrets too: anybody who has it can read everything. Keep it as you keep a key.');
} catch (error) {
  console.error(`No backup was made: ${explainDatabase(error)}`);
  process.exitCode = 1;
} finally {
  await stop();
}
