import { readSettings } from '#server/runtime/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { explainDatabase } from '#server/db/explain-database.ts';
import { readBackup, restoreBackup } from './lib/restore-archive.ts';

// npm run restore -- FILE.zip: into an empty DATA_DIR (and DATABASE_URL, if set), while the app is stopped.
const [file, ...rest] = process.argv.slice(2);
const log = { info: () => undefined, warn: (message: string) => console.warn(message) };
let stop = (): Promise<void> => Promise.resolve();
try {
  if (!file || rest.length > 0) throw new Error('Which backup? npm run restore -- .data/backups/….zip');
  const {
    DATA_DIR: dataDir,
    DATABASE_URL,
    DATABASE_DIRECT_URL,
  } = readSettings(process.env, ['DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL']);
  // Before a database is made for it.
  readBackup(file);
  let url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (!url) ({ url, stop } = await startEmbeddedPostgres({ dataDir, log }));
  const { made_at, tables, files } = await restoreBackup({ url, dataDir, file });
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  console.log(`Restored the backup of ${made_at}: ${rows} rows, ${files.length} files.`);
  console.log(
    'Everybody is signed out. Codes, invitations, mailed links, payment links and calendar links from before no longer work. ' +
      'Passwords and second factors are those of the backup: if one was changed since because it was stolen, change it again.',
  );
  if (!files.includes('secrets.json'))
    console.log('Its secrets came from the environment: start with the same APP_SECRET and MASTER_KEY.');
} catch (error) {
  console.error(`Nothing was restored: ${explainDatabase(error)}`);
  process.exitCode = 1;
} finally {
  await stop();
}
