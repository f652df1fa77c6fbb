import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { memoryFolder } from '#scripts/lib/chromium.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseUrl } from './database-url.ts';
import { onServer } from './extra-database.ts';
import { seedSamplePractice } from './sample-practice.ts';
import './provided-context.ts';

/** Nothing here must survive a power cut: trade safety for speed. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
};

type DatabaseServer = { url: string; template: string; seeded: string; stop: () => Promise<void> };
/** Each project of a run loads this module anew and gets the server of the first one. */
const shared = globalThis as { testDatabaseServer?: { started: Promise<DatabaseServer>; users: number } };

/** One PostgreSQL per run (or the one of TEST_DATABASE_URL) with two templates: migrated, and seeded as well. */
export default async function shareDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const server = (shared.testDatabaseServer ??= { started: startDatabaseServer(), users: 0 });
  server.users += 1;
  const { url, template, seeded, stop } = await server.started;
  project.provide('databaseServer', url);
  project.provide('databaseTemplate', template);
  project.provide('seededTemplate', seeded);
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    delete shared.testDatabaseServer;
    await stop();
  };
}

async function startDatabaseServer(): Promise<DatabaseServer> {
  const given = process.env.TEST_DATABASE_URL || undefined;
  const dataDir = given ? undefined : mkdtempSync(join(memoryFolder(), 'sattva-tests-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const embedded = dataDir && (await startEmbeddedPostgres({ dataDir, log: quiet, settings: FAST }));
  const url = given ?? (embedded as { url: string }).url;

  const template = `template_${process.pid}`;
  await onServer(url, `drop database if exists ${template}`);
  await onServer(url, `create database ${template} template template0 encoding 'UTF8' strategy file_copy`);
  await migrate({ url: databaseUrl(url, template), log: quiet });

  const seeded = `seeded_${process.pid}`;
  await onServer(url, `drop database if exists ${seeded}`);
  await onServer(url, `create database ${seeded} template ${template} strategy file_copy`);
  await seedSamplePractice(databaseUrl(url, seeded));
  const stop = async () => {
    for (const name of given ? [seeded, template] : [])
      await onServer(url, `drop database if exists ${name} with (force)`);
    if (embedded) await embedded.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, template, seeded, stop };
}
