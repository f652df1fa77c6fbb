import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { DatabaseError } from 'pg';
import { practice } from '#content/public/practice.ts';
import { buildApp, createServer } from './app.ts';
import { configOf, type Environment, parseEnvironment } from './runtime/config.ts';
import { DataDirInUse } from './db/embedded/data-dir-claim.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { explainDatabase } from './db/explain-database.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { createDb } from './db/pool.ts';
import { refuseUnsetPooler } from './db/unset-pooler.ts';
import type { Deps } from './deps.ts';
import { explainDisk } from './runtime/explain-disk.ts';
import { ALL_JOBS } from './jobs/all-jobs.ts';
import { createJobLoop } from './jobs/loop.ts';
import { createKeyring, FOREIGN_KEY } from './runtime/keyring.ts';
import { createLimits } from './http/limits.ts';
import { isLocalOnly } from './runtime/local-only.ts';
import { makeFolder, openFolderWarning } from './runtime/make-folder.ts';
import { createMetrics } from './runtime/metrics.ts';
import { builtPages, type PagesSource } from './pages/serve-pages.ts';
import { builtStaffArea } from './pages/serve-staff-area.ts';
import { choosePorts } from './choose-ports.ts';
import { createPasswordHasher } from './runtime/password-hasher.ts';
import { hostFromHere, startSandbox } from '#sandbox/start-sandbox.ts';
import { readSecrets } from './runtime/secrets.ts';
import { withSourcePositions } from './runtime/source-positions.ts';
import { createSecurityLog } from './runtime/security-log.ts';
import { demoOwnerToEnter } from './seed/seed-demo-owner.ts';
import { demoClientToEnter, seedPractice } from './seed/seed.ts';

/** Pages that replace the built ones in development. */
export type PagesInDevelopment = {
  pages: PagesSource;
  extend(app: FastifyInstance): void;
  close(): Promise<void>;
};
export type MainOptions = {
  development?: (options: { hasStaffArea: boolean }) => Promise<PagesInDevelopment>;
};

const BUILD = join(dirname(createRequire(import.meta.url).resolve('#root/package.json')), 'build');
const SHUTDOWN_LIMIT_MS = 15_000;
/** Fields that must not reach the log. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'password',
  '*.password',
  '*.confirmation_code',
];

/** Stops one started part. The newest part stops first. */
type CleanUp = () => Promise<void> | void;

/** An error that the operator can fix, printed without a stack. */
class StartError extends Error {}

/** Starts everything and serves until a signal stops it. Only this function reads the environment. */
export async function main(options: MainOptions = {}): Promise<void> {
  const cleanUps: CleanUp[] = [];
  const stop = async (code: number): Promise<never> => {
    const limit = setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS);
    for (const cleanUp of cleanUps.reverse()) {
      await Promise.resolve(cleanUp()).catch((error: unknown) => console.error(explainFault(error)));
    }
    clearTimeout(limit);
    process.exit(code);
  };
  // Node prints the stack of an error that nothing catches, and ends the process.
  process.on('uncaughtExceptionMonitor', (error: unknown) => {
    if (error instanceof Error && error.stack) error.stack = withSourcePositions(error.stack);
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop(0);
    });
  }
  let env: Environment | undefined;
  try {
    env = readEnvironment();
    await serve(env, options, cleanUps);
  } catch (error) {
    if (stopping) return;
    stopping = true;
    const message = explainStart(error, env);
    console.error(message === undefined ? explainFault(error) : `\n${message}\n`);
    await stop(1);
  }
}

async function serve(env: Environment, options: MainOptions, cleanUps: CleanUp[]): Promise<void> {
  const clock = () => new Date();
  makeDataDir(env.DATA_DIR);
  const warning = openFolderWarning(resolve(env.DATA_DIR));
  if (warning !== null) console.warn(warning);
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) };

  const explain = (error: unknown): never => {
    throw new StartError(explainDatabase(error));
  };
  const database_url = env.DATABASE_URL ?? (await startDatabase(env, log, cleanUps));
  await migrate({ url: env.DATABASE_DIRECT_URL ?? database_url, log }).catch(explain);
  if (env.DATABASE_URL && env.DATABASE_POOLER === 'none')
    await refuseUnsetPooler(env.DATABASE_URL).catch(explain);
  const { db, pool, close } = createDb(database_url, {
    max: env.DATABASE_POOL,
    pooler: env.DATABASE_POOLER,
  });
  cleanUps.push(close);
  await pool.query('select 1').catch(explain);

  const app = createServer({
    trustProxy: env.TRUST_PROXY,
    logger: { level: env.LOG_LEVEL, redact: REDACTED },
  });
  const config = configOf(env, { ...secretsOf(env), port: env.PORT });
  const keyring = createKeyring(config.master_key, config.previous_master_key);
  if (!(await keyring.isOurs(db))) {
    throw new StartError(FOREIGN_KEY);
  }
  const hasher = createPasswordHasher();

  const sandbox = config.sandbox
    ? await startSandbox({
        port: env.SANDBOX_PORT,
        host: env.HOST,
        dataDir: env.DATA_DIR,
        appOrigin: config.site_url,
        webhookUrl: `http://${hostFromHere(env.HOST)}:${env.PORT}/webhooks/stripe`,
        publicUrl: env.SANDBOX_PUBLIC_URL,
        practice,
        clock,
        environment: env,
        control: env.NODE_ENV === 'test',
      }).catch((error: unknown) => explainPort(error, 'SANDBOX_PORT', env.SANDBOX_PORT))
    : null;
  if (sandbox) cleanUps.push(() => sandbox.close());

  if (env.SEED === 'auto') {
    await seedPractice(db, {
      keyring,
      clock,
      hashPassword: (text) => hasher.hash(text, null),
      samples: config.sandbox,
      with_agenda: config.sandbox && config.STAFF_AREA === 'on',
    });
  }

  const metrics = createMetrics();
  const deps: Deps = {
    config,
    db,
    clock,
    log: app.log,
    keyring,
    hasher,
    limits: createLimits(db, config.RATE_LIMIT_SCALE, clock),
    metrics,
    security: createSecurityLog(app.log, metrics, config.app_secret, clock),
    ...(await choosePorts(config, { sandbox, hasher, log: app.log })),
  };
  const jobs = createJobLoop(ALL_JOBS, deps);
  const development = await options.development?.({ hasStaffArea: config.STAFF_AREA === 'on' });
  if (development) {
    development.extend(app);
    cleanUps.push(() => development.close());
  }
  await buildApp(app, deps, {
    jobs,
    migrated: () => isMigrated(pool),
    pages: development?.pages ?? builtPages(BUILD),
    staffArea: development ? undefined : builtStaffArea(BUILD),
  });
  const [demo, demoOwner] = [await demoClientToEnter(db, config), await demoOwnerToEnter(db, config)];
  // The last that can fail: a slow answer of the database later must not end a site that serves.
  await app
    .listen({ port: env.PORT, host: env.HOST })
    .catch((error: unknown) => explainPort(error, 'PORT', env.PORT));
  cleanUps.push(() => app.close());
  jobs.start();
  cleanUps.push(() => jobs.stop());
  if (config.dev_mailbox && !isLocalOnly(config)) deps.security.record('mailbox.open');
  announce(app, {
    site_url: config.site_url,
    mailbox: config.dev_mailbox,
    demo,
    hasStaffArea: config.STAFF_AREA === 'on',
    demoOwner,
  });
}

/** An unexpected error, with its causes. */
const explainFault = (error: unknown): string => withSourcePositions(inspect(error));

/** Explains errors that the operator can fix; undefined for any other error. */
function explainStart(error: unknown, env: Environment | undefined): string | undefined {
  const isFromDatabase = error instanceof StartError || error instanceof DatabaseError;
  const isExternal = env === undefined || (isFromDatabase && env.DATABASE_URL !== undefined);
  const disk = explainDisk(error, isExternal ? undefined : env.DATA_DIR);
  if (disk !== undefined) return disk;
  return error instanceof StartError || error instanceof DataDirInUse ? error.message : undefined;
}

function readEnvironment(): Environment {
  const parsed = parseEnvironment(process.env);
  if (parsed.ok) return parsed.env;
  throw new StartError(
    [
      'Fix these settings (docs/settings.md lists all of them):',
      ...parsed.errors.map((line) => `  ${line}`),
    ].join('\n'),
  );
}

function secretsOf(env: Environment): ReturnType<typeof readSecrets> {
  try {
    return readSecrets(env);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === undefined
      ? new StartError((error as Error).message)
      : error;
  }
}

async function startDatabase(
  env: Environment,
  log: { info: () => undefined; warn: (message: string) => void },
  cleanUps: CleanUp[],
): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log }).catch((error: unknown) => {
    if (explainStart(error, env) !== undefined) throw error;
    throw new StartError((error as Error).message);
  });
  cleanUps.push(() => postgres.stop());
  return postgres.url;
}

function explainPort(error: unknown, setting: string, port: number): never {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const advice = `start with another port: ${setting}=${otherPort(port)} npm start`;
  if (code === 'EADDRINUSE')
    throw new StartError(`${setting} ${port} is in use. Stop the other process, or ${advice}`);
  if (code === 'EACCES')
    throw new StartError(
      `${setting} ${port} is not allowed for this user. Run as another user, or ${advice}`,
    );
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    throw new StartError(
      'HOST is not an address of this machine. Use 127.0.0.1 (this machine only) or 0.0.0.0 (all networks).',
    );
  throw error;
}

function otherPort(port: number): number {
  return port < 1024 ? port + 3000 : port > 65_000 ? port - 10 : port + 10;
}

function makeDataDir(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${resolve(folder)} is not writable (${(error as NodeJS.ErrnoException).code}). ` +
        'Fix its permissions, or set DATA_DIR to another folder.',
    );
  }
}

function announce(
  app: FastifyInstance,
  {
    site_url,
    mailbox,
    demo,
    hasStaffArea,
    demoOwner,
  }: {
    site_url: string;
    mailbox: boolean;
    demo: string | null;
    hasStaffArea: boolean;
    demoOwner: string | null;
  },
): void {
  const { port } = app.server.address() as AddressInfo;
  const local = `http://localhost:${port}`;
  const lines = [
    ['Site', site_url],
    ...(mailbox ? [['Mailbox', `${local}/dev/mailbox`]] : []),
    ['API pages', `${local}/docs`],
    ...(demo === null ? [] : [['Demo client', demo]]),
    ...(hasStaffArea ? [['Staff area', `${site_url}/staff`]] : []),
    ...(demoOwner === null ? [] : [['Demo owner', demoOwner]]),
  ];
  console.log(
    `\n${practice.name}\n${lines.map(([name, value]) => `  ${name!.padEnd(12)} ${value}`).join('\n')}\n`,
  );
  if (mailbox) console.log('Anyone who can reach this server can read the mailbox.\n');
  console.log('Ready');
}
