import { migrate } from '#server/db/migrate.ts';
import { databaseFromEnvironment } from './database-from-environment.ts';

// npm run migrate: brings the database of DATABASE_URL (or DATA_DIR) to the newest version.
const database = await databaseFromEnvironment();
try {
  const applied = await migrate({ url: database.url, log: { info: (message) => console.log(message) } });
  if (applied.length === 0) console.log('The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await database.stop();
}
