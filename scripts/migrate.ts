import { explainDatabase } from '#server/db/explain-database.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseFromEnvironment } from './lib/database-from-environment.ts';

// npm run migrate: brings the database of DATABASE_URL (or DATA_DIR) to the newest version.
let stop = (): Promise<void> => Promise.resolve();
try {
  const database = await databaseFromEnvironment();
  stop = () => database.stop();
  const applied = await migrate({ url: database.url, log: { info: (message) => console.log(message) } });
  if (applied.length === 0) console.log('The database is up to date.');
} catch (error) {
  console.error(explainDatabase(error));
  process.exitCode = 1;
} finally {
  await stop();
}
