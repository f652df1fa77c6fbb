import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { shareEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDb } from '#server/db/pool.ts';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { type RunningApp, freePorts, startApp } from '#scripts/lib/running-app.ts';
import type { TestDatabase } from '../../support/database.ts';
import { ask, type Heard, until } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { startCommand } from './commands.ts';
import { addClients, cartOf, type Client, type Stock, stockShop, type Wish } from '../../support/stock.ts';

const PATIENCE_MS = 60_000;

export type CheckoutAnswer = Heard<{ url?: string; code?: string }>;
/** The whole app as `npm start` runs it, in processes that can be killed; the provider outlives them. */
export type Site = {
  /** Where people reach it. */
  origin: string;
  /** The ports of its processes. */
  ports: readonly number[];
  sandbox: Sandbox;
  stock: Stock;
  /** A pool of the test's own to the database of the app. It is a new one after each start of an embedded database. */
  readonly database: TestDatabase;
  readonly folder: string;
  readonly apps: readonly (RunningApp | undefined)[];
  /** Starts process n, waits until it is ready; answers the milliseconds that this took. `more` settings: this time. */
  start(n?: number, more?: Readonly<Record<string, string>>): Promise<number>;
  /** kill -9; returns when the process is gone. */
  kill(n?: number): Promise<void>;
  /** Forgets the test's own connections, which ended with the database. */
  reconnect(): Promise<void>;
  clients(count: number): Promise<Client[]>;
  checkout(client: Client, wishes: readonly Wish[]): Promise<CheckoutAnswer>;
  /** As often as the site asks to try again in a moment (503, 502): so does a person, and a loaded machine. */
  patientCheckout(client: Client, wishes: readonly Wish[]): Promise<CheckoutAnswer>;
  isReady(n?: number): Promise<boolean>;
  /** Runs one of the project's commands with the settings of the site. */
  run(name: string, args: readonly string[]): Promise<{ code: number | null; said: string }>;
};

/**
 * Opens a site for this test or this file: the first process runs, the shop is stocked. Without `url` its database is the
 * embedded one, in the site's own folder. Everything is gone when the test or the file is done.
 */
export async function openSite(
  options: {
    /** The database as the processes reach it. */
    url?: string;
    /** The same as the test reaches it, if that is another way. */
    near_url?: string;
    processes?: number;
    /** Settings of each start. */
    settings?: Readonly<Record<string, string>>;
    /** The public address, if a proxy is in front of the processes. */
    origin?: string;
    /** What cleans up; tests that run at once give their own `onTestFinished`. */
    cleanUpBy?: (cleanUp: () => Promise<void>, timeout_ms?: number) => void;
  } = {},
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  const ports = await freePorts(options.processes ?? 1);
  const origin = options.origin ?? `http://127.0.0.1:${ports[0]}`;
  const sandbox = await startSandbox({
    port: 0,
    dataDir: folder,
    appOrigin: origin,
    practice: { name: 'Sattva & Sage' },
    clock: () => new Date(),
    environment: { NODE_ENV: 'test', SANDBOX: false },
  });
  const settings = {
    // Mail waits in the outbox and is not sent, because no test reads it.
    SANDBOX: '1',
    NODE_ENV: 'test',
    SEED: 'off',
    SITE_URL: origin,
    STRIPE_SECRET_KEY: sandbox.apiKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_URL: sandbox.apiUrl,
    APP_SECRET: randomBytes(24).toString('hex'),
    MASTER_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
    TRUST_PROXY: options.origin === undefined ? '0' : '1',
    ...(options.url === undefined ? {} : { DATABASE_URL: options.url }),
    ...options.settings,
  };
  const apps: (RunningApp | undefined)[] = ports.map(() => undefined);
  let database: TestDatabase | undefined;
  const isEmbedded = options.url === undefined;
  const dataDirOf = (n: number) => join(folder, isEmbedded ? 'data' : `data-${n}`);

  const connect = async (): Promise<TestDatabase> => {
    await database?.close();
    const quiet = { info: () => undefined, warn: () => undefined };
    const near = isEmbedded
      ? (await shareEmbeddedPostgres({ dataDir: dataDirOf(0), log: quiet })).url
      : (options.near_url ?? options.url!);
    const opened = createDb(near, { max: 4, queryTimeoutMs: 60_000, connectTimeoutMs: 60_000 });
    return { ...opened, url: near };
  };
  const start: Site['start'] = async (n = 0, more = {}) => {
    const began = performance.now();
    mkdirSync(dataDirOf(n), { recursive: true, mode: 0o700 });
    const env = { ...settings, PORT: String(ports[n]), ...more };
    apps[n] = await startApp({ env, dataDir: dataDirOf(n) });
    const took = performance.now() - began;
    if (isEmbedded || !database) database = await connect();
    return took;
  };
  const kill = async (n = 0): Promise<void> => {
    const child = apps[n]?.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  (options.cleanUpBy ?? atEnd)(async () => {
    await database?.close();
    await Promise.all(apps.map(async (app) => await app?.stop()));
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  await start();
  const stock = await stockShop(database!.db);
  const isReady = async (n = 0) =>
    (await ask(`http://127.0.0.1:${ports[n]}`, '/readyz', { patience_ms: 10_000 })).status === 200;
  const checkout: Site['checkout'] = (client, wishes) =>
    ask(origin, '/auth/create-checkout', {
      method: 'POST',
      token: client.token,
      body: cartOf(stock, wishes, new Date()),
    });
  let customers = 0;
  return {
    origin,
    ports,
    sandbox,
    stock,
    folder,
    apps,
    get database() {
      return database!;
    },
    start,
    kill,
    async reconnect() {
      database = await connect();
    },
    isReady,
    run: (name, args) =>
      startCommand(name, args, { ...settings, PORT: String(ports[0]), DATA_DIR: dataDirOf(0) }).ended,
    clients: (count) =>
      addClients(database!.db, count, async () => await newCustomer(sandbox, (customers += 1)), new Date()),
    checkout,
    async patientCheckout(client, wishes) {
      let answer = await checkout(client, wishes);
      await until(async () => {
        if (answer.status < 502) return true;
        answer = await checkout(client, wishes);
        return false;
      }, PATIENCE_MS);
      return answer;
    },
  };
}

/** A customer at the provider, made without the app. */
async function newCustomer({ apiUrl, apiKey }: Sandbox, n: number): Promise<string> {
  const answer = await fetch(`${apiUrl}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: `client-${n}@example.com`, name: 'Maren' }),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`The provider made no customer: ${answer.status}`);
  return id;
}

/**
 * True if what this client read is true: the checkout of that page can be paid, and its seat is held. A database that
 * crashed may have forgotten the page itself, which is found again by asking for it.
 */
export async function isHeld({ database: { db } }: Site, client: Client, url: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from checkouts c
      join bookings b on b.checkout_id = c.id and b.status = 'PENDING'
      join appointments a on a.id = b.appointment_id
     where c.user_id = ${client.id} and not c.cancel_requested
       and (c.state = 'OPEN' and c.url = ${url} or c.state = 'CREATED' and c.url is null and c.last_error is null)`.execute(
    db,
  );
  return rows.length === 1;
}

/** True as soon as the payments of all these clients have made bookings. */
export async function areConfirmed(
  { database: { db } }: Site,
  clients: readonly Client[],
  deadline_ms: number,
): Promise<boolean> {
  return await until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from checkouts c
        join bookings b on b.checkout_id = c.id and b.status = 'CONFIRMED'
       where c.state = 'CONFIRMED' and c.user_id = any(${clients.map(({ id }) => id)}::uuid[])`.execute(db);
    return rows[0]!.count === clients.length;
  }, deadline_ms);
}
