import pg from 'pg';
import { shareEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

const { APP_DATA_DIR, APP_DATABASE_URL } = process.env;

/** Whether the tests may write past the app: not where it runs somewhere else (BASE_URL). */
export const hasAppDatabase = Boolean(APP_DATA_DIR ?? APP_DATABASE_URL);

const log = { info: () => undefined, warn: () => undefined };

export async function appDatabaseUrl(): Promise<string> {
  return APP_DATABASE_URL ?? (await shareEmbeddedPostgres({ dataDir: APP_DATA_DIR!, log })).url;
}

/** A connection to the database of the app, for what no visitor could put there. */
export async function appDatabase(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await appDatabaseUrl() });
  await client.connect();
  return client;
}
