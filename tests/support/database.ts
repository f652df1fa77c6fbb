import { afterAll, inject } from 'vitest';
import { createDb, type Database, type Db, type Trx } from '#server/db/pool.ts';
import { databaseUrl } from './database-url.ts';
import { onSharedServer } from './extra-database.ts';
import './provided-context.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

interface TestDatabaseOptions {
  /** Connections of the pool. */
  readonly max?: number;
  /** False gives a database without any table. */
  readonly migrated?: boolean;
  /** True gives the sample practice as it is at TEST_NOW. */
  readonly seeded?: boolean;
}

let count = 0;

/**
 * A fresh, migrated database for this test file, dropped when the file is done.
 * At the top of a file: `const { db } = await testDatabase();`
 */
export async function testDatabase({
  max = 10,
  migrated = true,
  seeded = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  count += 1;
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${Date.now().toString(36)}_${count}`;
  const template = seeded ? inject('seededTemplate') : migrated ? inject('databaseTemplate') : 'template0';
  await onSharedServer(server, `create database ${name} template ${template} strategy file_copy`);

  const url = databaseUrl(server, name);
  const database = createDb(url, { max, queryTimeoutMs: 15_000, connectTimeoutMs: 15_000 });
  afterAll(async () => {
    await database.close();
    await onSharedServer(server, `drop database if exists ${name} with (force)`);
  });
  return { ...database, url };
}

/** A transaction that stays open until the test commits it, so that others wait for what it has locked. */
export async function openTransaction(db: Db) {
  const trx = await db.startTransaction().setIsolationLevel('read committed').execute();
  return trx as typeof trx & Trx;
}
