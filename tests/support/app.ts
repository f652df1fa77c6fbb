import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { practice } from '#content/public/practice.ts';
import type { Call } from '#contract/call.ts';
import type { ErrorBody } from '#contract/schemas.ts';
import { type sealed, writeOut } from '#domain/people/personal.ts';
import type { Db } from '#server/db/pool.ts';
import { ALL_JOBS } from '#server/jobs/all-jobs.ts';
import type { Keyring } from '#server/runtime/keyring.ts';
import { staffCookieName } from '#server/sessions/staff-session.ts';
import { newToken } from '#server/sessions/tokens.ts';
import { type Parts, urlOf } from '#web/api/send.ts';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { type AppOptions, type AssembledApp, assembleApp } from './assemble-app.ts';
import { atEnd } from './at-end.ts';
import { type TestClock, fixedClock } from './clock.ts';
import { watchDeclaredAnswers } from './declared-answers.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { quickHasher, seedSamples } from './sample-practice.ts';
import { insertSessions } from './signed-in-clients.ts';
import { DEMO_OWNER, insertStaffSession } from './staff.ts';

export interface TestApp extends AssembledApp {
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly db: Db;
  readonly keyring: Keyring;
  readonly sandbox: Sandbox;
  readonly dataDir: string;
  /** Where the site is reached, as its own settings say. */
  readonly origin: string;
  /** One run of each job (all, or those named), as the loop would do it. */
  runJobs(...names: string[]): Promise<void>;
  /** A request that a visitor's browser sends from a page of the site. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** A visitor opens this address. */
  visit(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** A signed-in browser of this account: the demo clients' e-mails when seeded. */
  signIn(email: string): Promise<TestSession>;
  /** The same for an account that has a user record. */
  signInClient(email: string): Promise<TestClient>;
  /** A signed-in browser of this member of staff, who becomes an owner if there is none; the demo owner by default. */
  signInStaff(email?: string, options?: { unlocked?: boolean }): Promise<TestStaff>;
}

/** An answer as it is read: names are written out, and what is personal is what it is. */
export type Seen<T> = T extends { readonly [sealed]: true }
  ? never
  : T extends string | null
    ? T
    : T extends object
      ? { [K in keyof T]: Seen<T[K]> }
      : T;
/** An answer as the caller expects it, or a refusal: both are read from `json`. */
export type TestAnswer<T> = {
  status: number;
  json: (T extends undefined ? {} : Seen<T>) & Partial<ErrorBody>;
  text: string;
  bytes: Buffer;
  headers: Record<string, unknown>;
};

/** What a refusal says besides its message. */
export const detailsOf = <T>({ json }: { json: Partial<ErrorBody> }): T => json.details as T;

export interface TestSession {
  readonly user_id: string | null;
  readonly access: string;
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Makes a call of the contract. */
  call<Input extends Parts, Output>(
    endpoint: Call<Input, Output>,
    ...input: {} extends Input ? [input?: Input] : [input: Input]
  ): Promise<TestAnswer<Output>>;
  get<T = unknown>(url: string): Promise<TestAnswer<T>>;
  send<T = unknown>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<TestAnswer<T>>;
}
/** `staff_id`, and the token in the staff cookie. */
export type TestStaff = Pick<TestSession, 'request' | 'call' | 'get' | 'send'> & {
  staff_id: string;
  token: string;
};
export type TestClient = TestSession & { readonly user_id: string };

export type TestAppOptions = AppOptions & {
  /** False leaves the practice empty. */
  readonly seeded?: boolean;
  readonly start?: Date;
  /** Replaces the stopped clock. */
  readonly clock?: () => Date;
  /** Connections of the pool. */
  readonly max?: number;
  /** A migrated database that is used instead of a new one. */
  readonly database?: TestDatabase;
  /** Gives the app this database instead: a control takes a protection out of its SQL. */
  readonly change?: (db: Db) => Db;
  /** Listens on a port of its own, so that the provider's events arrive. */
  readonly receivesEvents?: boolean;
  /** Runs as another process of this site: same database, files, clock and provider. */
  readonly besides?: TestApp;
};

const DEFAULT_ORIGIN = 'http://localhost:3000';
/** When the sessions that tests write into the table end. */
const FAR = new Date('2100-01-01T00:00:00Z');

/**
 * The whole app as main.ts wires it, on a fresh database, with a stopped clock and a payment provider
 * of its own. Ask it with `inject` or `request`. Everything is closed after the test that calls this, or after the file.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { besides } = options;
  const isSeeded = options.seeded !== false && !besides;
  // The shared template is the practice as it is at TEST_NOW.
  const isShared = isSeeded && !options.start && !options.clock;
  const database =
    options.database ??
    besides?.database ??
    (await testDatabase({ max: options.max ?? 10, seeded: isShared }));
  const { db, pool } = database;
  const clock = besides?.clock ?? fixedClock(options.start);
  const now = options.clock ?? clock.now;
  const dataDir = besides?.dataDir ?? mkdtempSync(join(tmpdir(), 'sattva-test-app-'));
  const front = options.receivesEvents ? await openFront() : undefined;
  const origin = options.env?.SITE_URL ?? front?.origin ?? besides?.origin ?? DEFAULT_ORIGIN;
  const sandbox =
    besides?.sandbox ??
    (await startSandbox({
      port: 0,
      dataDir,
      appOrigin: origin,
      practice,
      clock: now,
      environment: { NODE_ENV: 'test', SANDBOX: true },
    }));
  if (isSeeded && (!isShared || options.database)) await seedSamples(db, now);
  let undeclared: readonly string[] = [];
  const assembled = await assembleApp(
    {
      db: options.change ? options.change(db) : db,
      pool,
      clock: now,
      dataDir,
      provider: sandbox,
      hasher: quickHasher(),
    },
    {
      ...options,
      env: { ...(origin === DEFAULT_ORIGIN ? {} : { SITE_URL: origin }), ...options.env },
      prepare: (app) => {
        undeclared = watchDeclaredAnswers(app);
        options.prepare?.(app);
      },
    },
  );
  const { app, deps } = assembled;
  front?.serve((request, response) => app.routing(request, response));
  atEnd(async () => {
    await app.close();
    await front?.close();
    if (!besides) {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
    expect(undeclared, 'answers that /openapi.json does not declare').toEqual([]);
  });

  const request = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ ...options, headers: { 'sec-fetch-site': 'same-origin', ...options.headers } });
  const signIn = async (email: string): Promise<TestSession> => {
    const { account_id, user_id } = await accountOf(db, email);
    const token = newToken();
    await insertSessions(db, [{ account_id, email, token }], now(), FAR);
    const name = deps.config.https ? '__Host-access' : 'access';
    return sessionWith((options) => request({ ...options, cookies: { [name]: token, ...options.cookies } }), {
      access: token,
      user_id,
    });
  };

  return {
    ...assembled,
    clock,
    database,
    db,
    keyring: deps.keyring,
    sandbox,
    dataDir,
    origin,
    request,
    visit: (url, headers = {}) => app.inject({ method: 'GET', url, headers }),
    async runJobs(...names) {
      for (const job of ALL_JOBS) {
        if (names.length === 0 || names.includes(job.name)) await job.run(deps, now());
      }
    },
    signIn,
    async signInStaff(email = DEMO_OWNER, options = {}) {
      const member = await insertStaffSession(db, email, now(), FAR, options);
      const name = staffCookieName(deps.config);
      const cookies = { [name]: member.token };
      return sessionWith(
        (options) => request({ ...options, cookies: { ...cookies, ...options.cookies } }),
        member,
      );
    },
    async signInClient(email) {
      const session = await signIn(email);
      const { user_id } = session;
      if (user_id === null) throw new Error(`${email} has an account and no user record`);
      return { ...session, user_id };
    },
  };
}

/**
 * A port that hands its requests to an app. The provider needs the site's address and the app the provider's, so the
 * port is open before the app exists.
 */
async function openFront() {
  let serve: Parameters<typeof createServer>[1] = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => serve!(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (handler: NonNullable<typeof serve>) => void (serve = handler),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function accountOf(db: Db, email: string): Promise<{ account_id: string; user_id: string | null }> {
  const { account_id, user_id } = await db
    .selectFrom('accounts')
    .leftJoin('users', (join) =>
      join.on('users.cognito_sub', '=', (eb) => eb.cast<string>('accounts.id', 'text')),
    )
    .select(['accounts.id as account_id', 'users.id as user_id'])
    .where('accounts.email', '=', email)
    .executeTakeFirstOrThrow();
  return { account_id, user_id };
}

function sessionWith<Who>(
  request: TestSession['request'],
  who: Who,
): Who & Pick<TestSession, 'request' | 'call' | 'get' | 'send'> {
  const send = async <T>(method: string, url: string, body?: unknown): Promise<TestAnswer<T>> => {
    const response = await request({
      method: method as 'GET',
      url,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const text = writeOut(response.body);
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      json: (isJson ? JSON.parse(text) : undefined) as TestAnswer<T>['json'],
      text,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  };
  return {
    ...who,
    request,
    call: (endpoint, ...[input = {}]: [Parts?]) => send(endpoint.method, urlOf(endpoint, input), input.body),
    get: (url) => send('GET', url),
    send,
  };
}
