import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseUrl } from './database-url.ts';
import { onServer } from './extra-database.ts';
import { seedSamplePractice } from './sample-practice.ts';
import './provided-context.ts';

/** Nothing here must survive a power cut: trade safety for speed. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/** One PostgreSQL per run (or the one of TEST_DATABASE_URL) with two templates: migrated, and seeded as well. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL || undefined;
  const dataDir = given ? undefined : mkdtempSync(join(tmpdir(), 'sattva-tests-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const embedded = dataDir && (await startEmbeddedPostgres({ dataDir, log: quiet, settings: FAST }));
  const url = given ?? (embedded as { url: string }).url;

  const template = `template_${project.name}_${process.pid}`;
  await onServer(url, `drop database if exists ${template}`);
  await onServer(url, `create database ${template} template template0 encoding 'UTF8' strategy file_copy`);
  await migrate({ url: databaseUrl(url, template), log: quiet });

  project.provide('databaseServer', url);
  project.provide('databaseTemplate', template);
  const seeded = `seeded_${project.name}_${process.pid}`;
  await onServer(url, `drop database if exists ${seeded}`);
  await onServer(url, `create database ${seeded} template ${template} strategy file_copy`);
  await seedSamplePractice(databaseUrl(url, seeded));
  project.provide('seededTemplate', seeded);
  return async () => {
    for (const name of given ? [seeded, template] : [])
      await onServer(url, `drop database if exists ${name} with (force)`);
    if (embedded) await embedded.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
}
