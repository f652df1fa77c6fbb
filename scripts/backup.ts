import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backUp } from './back-up.ts';
import { databaseFromEnvironment } from './database-from-environment.ts';

// npm run backup -- [file.zip]: database, photos and secrets in one file; the app may go on running.
const now = new Date();
const stamp = now.toISOString().slice(0, 19).replaceAll(/[:T]/g, '-');
const dataDir = process.env.DATA_DIR || '.data';
const file = resolve(process.argv[2] ?? `${dataDir}/backups/sattva-${stamp}.zip`);
const database = await databaseFromEnvironment();
try {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { tables, files } = await backUp({ url: database.url, dataDir, file, now });
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  console.log(`${file}: ${rows} rows of ${Object.keys(tables).length} tables, ${files.length} files.`);
  console.log('It holds the secrets too: whoever has it can read everything. Keep it as you keep a key.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await database.stop();
}
