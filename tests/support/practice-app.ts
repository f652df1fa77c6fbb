import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import type { ErrorBody } from '#contract/schemas.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';
import { blogRoutes } from '#server/blog/routes.ts';
import { bookingRoutes } from '#server/bookings/routes.ts';
import { calendarRoutes } from '#server/calendar/routes.ts';
import { configOf, parseEnvironment } from '#server/runtime/config.ts';
import type { Deps } from '#server/deps.ts';
import { eventRoutes } from '#server/events/routes.ts';
import { exportRoutes } from '#server/export/routes.ts';
import { formRoutes } from '#server/forms/routes.ts';
import { answerErrors } from '#server/http/errors.ts';
import { readJsonBodies } from '#server/http/json-body.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { seedPractice } from '#server/seed/seed.ts';
import { serviceRoutes } from '#server/services/routes.ts';
import { fixedClock } from './clock.ts';
import { testDatabase } from './database.ts';

/** An answer as who asked for it expects it, or a refusal: both are read from `json`. */
type Answer<T> = {
  status: number;
  json: T & Partial<ErrorBody>;
  text: string;
  bytes: Buffer;
  headers: Record<string, unknown>;
};
export type Client = {
  user_id: string;
  get<T = unknown>(url: string): Promise<Answer<T>>;
  send<T = unknown>(method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Answer<T>>;
};

/**
 * The sample practice with every route about its data and nothing else, so that a test of one rule starts in
 * milliseconds. The time is Monday, 2 March 2026, 9:00 in Portland unless the clock is moved.
 */
export async function practiceApp() {
  const database = await testDatabase();
  const { db } = database;
  const clock = fixedClock();
  const keyring = createKeyring(Buffer.alloc(32, 9));
  const parsed = parseEnvironment({});
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const config = configOf(parsed.env, {
    app_secret: 'a'.repeat(32),
    master_key: Buffer.alloc(32, 9),
    port: 3000,
  });
  const hashPassword = (password: string) => Promise.resolve(`not a hash: ${password.length}`);
  await seedPractice(db, { keyring, clock: clock.now, hashPassword, samples: true });

  const logged: string[] = [];
  const app = Fastify({
    logger: { level: 'debug', stream: { write: (line: string) => void logged.push(line) } },
  });
  const deps = {
    config,
    db,
    clock: clock.now,
    log: app.log,
    keyring,
    limits: { allow: () => Promise.resolve(true) },
    photos: { local: null, urlOf: (key: string) => `/photos/${key}` },
  } as unknown as Deps;
  await app.register(cookie);
  answerErrors(app);
  readJsonBodies(app);
  for (const routes of [
    serviceRoutes,
    bookingRoutes,
    formRoutes,
    blogRoutes,
    eventRoutes,
    calendarRoutes,
    exportRoutes,
  ])
    routes(app, deps);
  await app.ready();

  const request = async <T>(
    method: string,
    url: string,
    body: unknown,
    cookies: Record<string, string>,
  ): Promise<Answer<T>> => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      cookies,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      json: (isJson ? response.json() : undefined) as Answer<T>['json'],
      text: response.body,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  };

  async function signIn(email: string): Promise<Client> {
    const user = await db
      .selectFrom('users')
      .select(['id', 'cognito_sub'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const access = newToken();
    const far = new Date('2100-01-01T00:00:00Z');
    await db
      .insertInto('logins')
      .values({
        account_id: user.cognito_sub,
        email,
        access_hash: hashToken(access),
        access_expires_at: far,
        refresh_hash: hashToken(newToken()),
        refresh_expires_at: far,
        created_at: clock.now(),
        expires_at: far,
      })
      .execute();
    return {
      user_id: user.id,
      get: <T>(url: string) => request<T>('GET', url, undefined, { access }),
      send: <T>(method: string, url: string, body?: unknown) => request<T>(method, url, body, { access }),
    };
  }

  return {
    app,
    db,
    database,
    deps,
    clock,
    keyring,
    signIn,
    /** Every line of the log, at its most talkative. */
    logged,
    visit: (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers }),
  };
}
