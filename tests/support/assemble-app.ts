import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { buildApp, createServer } from '#server/app.ts';
import { choosePorts, type SandboxAccess } from '#server/choose-ports.ts';
import type { SlotGate } from '#server/checkout/create-checkout.ts';
import type { PasswordHasher } from '#server/runtime/password-hasher.ts';
import type { Database } from '#server/db/pool.ts';
import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { createLimits } from '#server/http/limits.ts';
import { ALL_JOBS } from '#server/jobs/all-jobs.ts';
import { createJobLoop } from '#server/jobs/loop.ts';
import type { Payments } from '#server/ports/payments.ts';
import { stripePayments } from '#server/ports/payments-stripe.ts';
import type { PagesSource } from '#server/pages/serve-pages.ts';
import type { StaffFiles } from '#server/pages/serve-staff-area.ts';
import { configOf, parseEnvironment } from '#server/runtime/config.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { createMetrics } from '#server/runtime/metrics.ts';
import { createSecurityLog } from '#server/runtime/security-log.ts';
import { unawaitedSettled } from '#server/runtime/unawaited.ts';

/** What a test may change about the app, whichever way it is started. */
export type AppOptions = {
  /** Settings over the defaults, as in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Dependencies that replace those that the settings choose. */
  readonly deps?: Partial<Deps>;
  readonly pages?: PagesSource;
  readonly staffArea?: StaffFiles;
  readonly slotGate?: SlotGate;
  /** How the payment provider is called, over what the app itself does. */
  readonly provider?: Partial<Parameters<typeof stripePayments>[0]>;
  /** Multiplies the rate limits alone; RATE_LIMIT_SCALE multiplies what clients may hold before paying too. */
  readonly limitScale?: number;
  /** Takes each line of the log, debug lines included. Without it nothing is logged. */
  readonly log?: (line: string) => void;
  /** Adds what the test wants the app to have, before its own routes. */
  readonly prepare?: (app: FastifyInstance) => void;
};

type Surroundings = Pick<Database, 'db' | 'pool'> & {
  readonly clock: () => Date;
  readonly dataDir: string;
  readonly provider: SandboxAccess;
  readonly hasher: PasswordHasher;
};

export type AssembledApp = {
  app: FastifyInstance;
  deps: Deps;
  /** Resolves when all is done that no answer waited for: events, mails, the pages of checkouts. */
  settled(): Promise<void>;
};

/** The key of every test app: one app opens what another one sealed. */
export const MASTER_KEY = Buffer.alloc(32, 7);

/** The whole app on the real `buildApp`, without Vitest, so that a process of its own can use it too. */
export async function assembleApp(
  { db, pool, clock, dataDir, provider, hasher }: Surroundings,
  options: AppOptions = {},
): Promise<AssembledApp> {
  const parsed = parseEnvironment({ NODE_ENV: 'test', SANDBOX: '1', DATA_DIR: dataDir, ...options.env });
  if (!parsed.ok) throw new Error(parsed.errors.join('\n'));
  const { env } = parsed;
  const app = createServer({ trustProxy: env.TRUST_PROXY, logger: loggerTo(options.log) });
  const config = configOf(env, {
    app_secret: 'a secret of tests, long enough to be one',
    master_key: MASTER_KEY,
    port: env.PORT,
  });
  const metrics = createMetrics();
  const deps: Deps = {
    config,
    db,
    clock,
    log: app.log,
    keyring: createKeyring(config.master_key),
    hasher,
    limits: createLimits(db, options.limitScale ?? config.RATE_LIMIT_SCALE, clock),
    metrics,
    security: createSecurityLog(app.log, metrics, config.app_secret, clock),
    ...(await choosePorts(config, { sandbox: provider, hasher, log: app.log })),
    ...(options.provider ? { payments: paymentsAt(provider, options.provider) } : {}),
    ...options.deps,
  };
  options.prepare?.(app);
  await buildApp(app, deps, {
    jobs: createJobLoop(ALL_JOBS, deps),
    migrated: () => isMigrated(pool),
    ...(options.pages ? { pages: options.pages } : {}),
    ...(options.staffArea ? { staffArea: options.staffArea } : {}),
    ...(options.slotGate ? { slotGate: options.slotGate } : {}),
  });
  await app.ready();
  return { app, deps, settled: unawaitedSettled };
}

function loggerTo(write: AppOptions['log']): FastifyServerOptions['logger'] {
  return write ? { level: 'debug', stream: { write } } : false;
}

function paymentsAt(provider: SandboxAccess, change: NonNullable<AppOptions['provider']>): Payments {
  return stripePayments({
    secret_key: provider.apiKey,
    api_url: provider.apiUrl,
    webhook_secrets: [provider.webhookSecret],
    automatic_tax: true,
    ...change,
  });
}
