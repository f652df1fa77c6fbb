import { shareEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

/** The database that the app would use, for commands beside it: DATABASE_URL, else the one in DATA_DIR. */
export async function databaseFromEnvironment(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) return { url, stop: () => Promise.resolve() };
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) };
  return await shareEmbeddedPostgres({ dataDir: process.env.DATA_DIR || '.data', log });
}
