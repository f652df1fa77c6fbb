import { test } from '@playwright/test';
import pg from 'pg';
import { shareEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';

const { APP_DATA_DIR, APP_DATABASE_URL } = process.env;

/** For a test that writes to the database of the app: skipped if the app runs elsewhere, with BASE_URL only (decisions/0001). */
export function needsAppDatabase(): void {
  test.skip(!(APP_DATA_DIR ?? APP_DATABASE_URL), 'the app runs somewhere else');
}

const log = { info: () => undefined, warn: () => undefined };

export async function appDatabaseUrl(): Promise<string> {
  return APP_DATABASE_URL ?? (await shareEmbeddedPostgres({ dataDir: APP_DATA_DIR!, log })).url;
}

/** A connection to the database of the app, for data that no visitor could create. */
export async function appDatabase(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await appDatabaseUrl() });
  await client.connect();
  return client;
}
