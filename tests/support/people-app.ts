import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import type { Config } from '#server/runtime/config.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { answerErrors } from '#server/http/errors.ts';
import { readJsonBodies } from '#server/http/json-body.ts';
import { guardAgainstOtherSites } from '#server/http/same-site.ts';
import { createLimits } from '#server/http/limits.ts';
import { createMetrics } from '#server/runtime/metrics.ts';
import { createSecurityLog } from '#server/runtime/security-log.ts';
import { mailboxRoutes } from '#server/mail/mailbox-routes.ts';
import { createEmbeddedAddressCheck } from '#server/ports/address-check-embedded.ts';
import { createEmbeddedIdentity } from '#server/auth/identity-embedded.ts';
import { createPasswordHasher } from '#server/auth/password-hasher.ts';
import { createEmbeddedMailer } from '#server/ports/mailer-embedded.ts';
import { createEmbeddedPhotoStore } from '#server/ports/photo-store-embedded.ts';
import { sessionRoutes } from '#server/auth/session-routes.ts';
import { userRoutes } from '#server/users/routes.ts';
import { authRoutes } from '#server/auth/routes.ts';

export const ORIGIN = 'http://localhost:4250';
export const GOOD_PASSWORD = 'Kitchari & ghee 7';

/** The routes of people and mail on a real database, for tests: cheap hashes, no network. */
export async function peopleApp(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  folder: string,
  clock: () => Date,
  more: { https?: boolean; deps?: Partial<Deps> } = {},
): Promise<{ app: FastifyInstance; deps: Deps }> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const site_url = more.https ? 'https://sattvaandsage.example' : ORIGIN;
  const app_secret = 'a secret of tests, long enough to be one';
  const config = {
    site_url,
    https: more.https ?? false,
    app_secret,
    dev_mailbox: true,
    RATE_LIMIT_SCALE: 1,
  } as Config;
  const hasher = createPasswordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  const metrics = createMetrics();
  const deps = {
    config,
    db,
    clock,
    log: app.log,
    mailer: createEmbeddedMailer(),
    identity: createEmbeddedIdentity({ app_secret, site_url, hasher, rate_limit_scale: 1 }),
    limits: createLimits(pool, 1, clock),
    metrics,
    security: createSecurityLog(app.log, metrics, app_secret, clock),
    photos: createEmbeddedPhotoStore({ folder, site_url, app_secret }),
    addresses: createEmbeddedAddressCheck(),
    ...more.deps,
  } as Deps;
  await app.register(cookie);
  readJsonBodies(app);
  guardAgainstOtherSites(app, deps);
  answerErrors(app);
  authRoutes(app, deps);
  userRoutes(app, deps);
  sessionRoutes(app, deps);
  mailboxRoutes(app, deps);
  await app.ready();
  return { app, deps };
}

type Answer = {
  status: number;
  text: string;
  json: unknown;
  headers: LightMyRequestResponse['headers'];
};

let addresses = 0;

/** A browser: keeps cookies, sends same-origin requests, has a network address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly ip: string;
  readonly app: FastifyInstance;

  constructor(app: FastifyInstance, ip?: string) {
    this.app = app;
    addresses += 1;
    this.ip = ip ?? `10.${(addresses >> 8) & 0xff}.${addresses & 0xff}.7`;
  }

  /** Another tab, or a thief: the same cookies, from another address. */
  copy(): Browser {
    const other = new Browser(this.app);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    more: InjectOptions = {},
  ): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url,
      remoteAddress: this.ip,
      ...(body === undefined ? {} : { payload: body }),
      ...more,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...more.headers,
      },
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    let json: unknown;
    try {
      json = response.body === '' ? undefined : response.json();
    } catch {
      json = undefined;
    }
    return { status: response.statusCode, text: response.body, json, headers: response.headers };
  }

  get = (url: string, more?: InjectOptions) => this.send('GET', url, undefined, more);
  post = (url: string, body?: object, more?: InjectOptions) => this.send('POST', url, body, more);
  put = (url: string, body?: object, more?: InjectOptions) => this.send('PUT', url, body, more);

  signUp = (email: string, password = GOOD_PASSWORD) => this.post('/sign-up', { username: email, password });
  signIn = (email: string, password = GOOD_PASSWORD) => this.post('/sign-in', { username: email, password });

  /** The digits of the newest mail to an address. */
  async codeFor(email: string): Promise<string> {
    const { json } = await this.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    return /\b\d{6}\b/.exec((json as { text: string }[])[0]!.text)![0];
  }

  /** Signs up, confirms and signs in. */
  async become(email: string, password = GOOD_PASSWORD): Promise<void> {
    await this.signUp(email, password);
    const confirmation_code = await this.codeFor(email);
    await this.post('/confirm-sign-up', { email, confirmation_code });
    const done = await this.signIn(email, password);
    if (done.status !== 200) throw new Error(done.text);
  }
}
