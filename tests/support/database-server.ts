import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseUrl } from './database-url.ts';
import { onServer } from './extra-database.ts';
import './provided-context.ts';

/** Nothing here must survive a power cut: trade safety for speed. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/** One PostgreSQL per run (or the one of TEST_DATABASE_URL) with a migrated template. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL || undefined;
  const dataDir = given ? undefined : mkdtempSync(join(tmpdir(), 'sattva-tests-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const embedded = dataDir && (await startEmbeddedPostgres({ dataDir, log: quiet, settings: FAST }));
  const url = given ?? (embedded as { url: string }).url;

  const template = `template_${process.pid}`;
  await onServer(url, `drop database if exists ${template}`);
  await onServer(url, `create database ${template} template template0 encoding 'UTF8' strategy file_copy`);
  await migrate({ url: databaseUrl(url, template), log: quiet });

  project.provide('databaseServer', url);
  project.provide('databaseTemplate', template);
  return async () => {
    if (given) await onServer(url, `drop database if exists ${template} with (force)`);
    if (embedded) await embedded.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
}
