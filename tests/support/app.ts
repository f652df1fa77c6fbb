import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, expect } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { buildApp, createServer } from '#server/app.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';
import { configOf, parseEnvironment } from '#server/runtime/config.ts';
import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { ALL_JOBS } from '#server/jobs/all-jobs.ts';
import { createJobLoop } from '#server/jobs/loop.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { createLimits } from '#server/http/limits.ts';
import { createMetrics } from '#server/runtime/metrics.ts';
import type { PagesSource } from '#server/pages/serve-pages.ts';
import { choosePorts } from '#server/choose-ports.ts';
import { createPasswordHasher } from '#server/auth/password-hasher.ts';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { createSecurityLog } from '#server/runtime/security-log.ts';
import { seedPractice } from '#server/seed/seed.ts';
import { type TestClock, fixedClock } from './clock.ts';
import { watchDeclaredAnswers } from './declared-answers.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  readonly dataDir: string;
  /** One run of each job (all, or those named), as the loop would do it. */
  runJobs(...names: string[]): Promise<void>;
  /** A request of our own page by nobody. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** A signed-in browser of this account: the demo clients' e-mails when seeded. */
  signIn(email: string): Promise<TestClient>;
}

export interface TestClient {
  readonly user_id: string | null;
  readonly access: string;
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
}

interface TestAppOptions {
  /** Settings over the defaults, as in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** False leaves the practice empty. */
  readonly seeded?: boolean;
  readonly pages?: PagesSource;
  readonly start?: Date;
  /** Connections of the pool. */
  readonly max?: number;
  /** Adds what the test wants the app to have, before its own routes. */
  readonly prepare?: (app: FastifyInstance) => void;
}

/** Cheap to compute; its strength has a test of its own. */
const QUICK_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/**
 * The whole app as main.ts wires it, on a fresh database, with a clock that stands still and a payment provider
 * of its own. Not listening: ask it with `inject`. Everything is closed when the test file is done.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase({ max: options.max ?? 10 });
  const { db, pool } = database;
  const clock = fixedClock(options.start);
  const dataDir = mkdtempSync(join(tmpdir(), 'sattva-test-app-'));
  const parsed = parseEnvironment({ NODE_ENV: 'test', SANDBOX: '1', DATA_DIR: dataDir, ...options.env });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  const { env } = parsed;
  const app = createServer({ trustProxy: env.TRUST_PROXY, logger: false });
  const config = configOf(env, {
    app_secret: 'a secret of tests, long enough to be one',
    master_key: Buffer.alloc(32, 7),
    port: env.PORT,
  });
  const undeclared = watchDeclaredAnswers(app);
  const keyring = createKeyring(config.master_key);
  const hasher = createPasswordHasher(QUICK_HASH);
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    appOrigin: config.site_url,
    practice,
    clock: clock.now,
    environment: env,
  });
  if (options.seeded !== false) {
    const hashPassword = (text: string): Promise<string> => hasher.hash(text);
    await seedPractice(db, { keyring, clock: clock.now, hashPassword, samples: true });
  }
  const metrics = createMetrics();
  const deps: Deps = {
    config,
    db,
    clock: clock.now,
    log: app.log,
    keyring,
    limits: createLimits(pool, config.RATE_LIMIT_SCALE, clock.now),
    metrics,
    security: createSecurityLog(app.log, metrics, config.app_secret, clock.now),
    ...(await choosePorts(config, { sandbox, hasher, log: app.log })),
  };
  const jobs = createJobLoop(ALL_JOBS, deps);
  options.prepare?.(app);
  await buildApp(app, deps, {
    jobs,
    migrated: () => isMigrated(pool),
    ...(options.pages ? { pages: options.pages } : {}),
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
    expect(undeclared, 'answers that /openapi.json does not declare').toEqual([]);
  });

  const request = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ ...options, headers: { 'sec-fetch-site': 'same-origin', ...options.headers } });

  return {
    app,
    deps,
    clock,
    database,
    sandbox,
    dataDir,
    request,
    async runJobs(...names) {
      for (const job of ALL_JOBS) {
        if (names.length === 0 || names.includes(job.name)) await job.run(deps, clock.now());
      }
    },
    async signIn(email) {
      const { access, user_id } = await insertTestSession(database, email, clock.now());
      const name = config.https ? '__Host-access' : 'access';
      const asClient = (options: InjectOptions): Promise<LightMyRequestResponse> =>
        request({ ...options, cookies: { [name]: access, ...options.cookies } });
      return { user_id, access, request: asClient };
    },
  };
}

/** A login that lasts, without the way through codes and passwords: those have tests of their own. */
async function insertTestSession(
  { db }: TestDatabase,
  email: string,
  now: Date,
): Promise<{ access: string; user_id: string | null }> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('cognito_sub', '=', account.id)
    .executeTakeFirst();
  const access = newToken();
  const until = new Date('2100-01-01T00:00:00Z');
  await db
    .insertInto('logins')
    .values({
      account_id: account.id,
      email,
      access_hash: hashToken(access),
      access_expires_at: until,
      refresh_hash: hashToken(newToken()),
      refresh_expires_at: until,
      created_at: now,
      expires_at: until,
    })
    .execute();
  return { access, user_id: user?.id ?? null };
}
