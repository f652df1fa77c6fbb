import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings } from '#server/runtime/config.ts';
import { shareEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';

/**
 * Returns the database that the app would use: DATABASE_DIRECT_URL (PostgreSQL itself, where DATABASE_URL leads to a
 * pooler), DATABASE_URL, else the one in DATA_DIR.
 * @throws Error if a setting cannot be read, or if it has to be there already (`existing`) and is not: a mistyped folder must not become a new practice
 */
export async function databaseFromEnvironment({ existing = false } = {}): Promise<{
  url: string;
  stop(): Promise<void>;
}> {
  const {
    DATABASE_DIRECT_URL,
    DATABASE_URL,
    DATA_DIR: dataDir,
  } = readSettings(process.env, ['DATABASE_DIRECT_URL', 'DATABASE_URL', 'DATA_DIR']);
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url) return { url, stop: () => Promise.resolve() };
  if (existing && !existsSync(join(dataDir, 'postgres')))
    throw new Error(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR or DATABASE_URL as the app has it.`,
    );
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) };
  return await shareEmbeddedPostgres({ dataDir, log });
}
