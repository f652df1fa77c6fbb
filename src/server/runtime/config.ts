import { z } from 'zod';
import { isLive, isLocalOnly } from './local-only.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .default(false);
const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(from, error).max(to, error));
};
const port = wholeNumber(0, 65_535);
const optional = z.string().optional();
/** Error messages never repeat the value of a setting, since many contain a password. */
const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional();
const url = z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }).optional();
const origin = z
  .string()
  .refine(isOrigin, 'must be an origin such as https://pay.example, without a path')
  .transform((value) => new URL(value).origin)
  .optional();
const hosts = z
  .string()
  .regex(/^[\w.:-]+(\s*,\s*[\w.:-]+)*$/, 'must be names or addresses of hosts, with commas between them')
  .transform((value) => value.toLowerCase().split(/\s*,\s*/))
  .default([]);
const secret = z.string().min(32, 'needs at least 32 characters').optional();
const masterKey = matching(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)');
const webhookSecret = matching(/^whsec_/, "must start with whsec_: the endpoint's signing secret, not a key");
const ESCAPES = 'escape @ : / ? # % in a user or password as %40 %3A %2F %3F %23 %25';

function isOrigin(value: string): boolean {
  return /^https?:\/\/[^/?#@]+\/?$/i.test(value) && URL.canParse(value);
}

/** `postgresql://user@/name?host=/folder` names a socket; URL cannot parse an address without a host. */
function isDatabaseAddress(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@localhost/'));
}

const databaseAddress = z
  .string()
  .refine(isDatabaseAddress, `must look like postgresql://user:password@host/database; ${ESCAPES}`)
  .optional();

function isMailServer(value: string): boolean {
  return /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
}

/**
 * Every setting by its name in the environment. docs/settings.md and .env.example describe each one (a test compares them).
 * All are optional, and empty means not set.
 */
const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  SANDBOX: flag,
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  SANDBOX_PORT: port.default(3001),
  SANDBOX_PUBLIC_URL: origin,
  METRICS_TOKEN: secret,
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress,
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  SITE_URL: origin,
  WEB_ORIGIN: origin,
  HSTS_SUBDOMAINS: flag,
  TRUST_PROXY: flag,
  APP_SECRET: secret,
  MASTER_KEY: masterKey,
  MASTER_KEY_PREVIOUS: masterKey,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  RATE_LIMIT_SCALE: z
    .string()
    .transform(Number)
    .pipe(z.number('must be a number above 0').positive('must be a number above 0'))
    .default(1),
  STAFF_AREA: z.enum(['on', 'off']).default('on'),
  SEED: z.enum(['auto', 'off']).default('auto'),
  AUTH_PROVIDER: z.enum(['embedded', 'cognito']).default('embedded'),
  COGNITO_REGION: optional,
  COGNITO_CLIENT_ID: optional,
  COGNITO_CLIENT_SECRET: optional,
  COGNITO_USER_POOL_ID: optional,
  COGNITO_ENDPOINT: url,
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_(test|live)_/, 'must start with sk_test_ or sk_live_'),
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_WEBHOOK_SECRET_PREVIOUS: webhookSecret,
  STRIPE_TAX: flag,
  STRIPE_API_URL: url,
  STRIPE_REQUESTS_PER_SECOND: wholeNumber(1, 1000).optional(),
  SMTP_URL: z
    .string()
    .refine(isMailServer, `must look like smtp://user:password@host:587 or smtps://…:465; ${ESCAPES}`)
    .optional(),
  MAIL_FROM: matching(
    /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must look like studio@practice.example or Name <studio@practice.example>',
  ),
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PUBLIC_URL: url,
  GOOGLE_ADDRESS_KEY: optional,
  GOOGLE_ADDRESS_URL: url,
  CALENDAR_ALLOW_HOSTS: hosts,
});

export type Environment = z.output<typeof settings>;
export const SETTING_NAMES = Object.keys(settings.shape) as readonly (keyof Environment)[];

/** The configuration of the process. main.ts fills in missing secrets from DATA_DIR. */
export type Config = Environment & {
  /** Public origin of the site, without a trailing slash. */
  readonly site_url: string;
  readonly https: boolean;
  /** Payments by the sandbox provider, mail readable at /dev/mailbox, demo clients. */
  readonly sandbox: boolean;
  /** Whether all mail can be read at /dev/mailbox. Off by default: decision 0023. */
  readonly dev_mailbox: boolean;
  /** Server key of every HMAC (tokens, codes). */
  readonly app_secret: string;
  /** The key that wraps each client's key; 32 bytes. */
  readonly master_key: Buffer;
  /** Also unwraps clients' keys during a key rotation. */
  readonly previous_master_key: Buffer | undefined;
};

export type ParsedEnvironment = { ok: true; env: Environment } | { ok: false; errors: string[] };

/** Parses the environment. Each error names its setting and the expected format. */
export function parseEnvironment(env: Record<string, string | undefined>): ParsedEnvironment {
  const parsed = settings.safeParse(withoutEmpty(env));
  if (!parsed.success) return { ok: false, errors: messagesOf(parsed.error) };
  const errors = contradictions(parsed.data);
  return errors.length === 0 ? { ok: true, env: parsed.data } : { ok: false, errors };
}

/**
 * Reads the settings of a command that runs next to the app and needs no others.
 * @throws Error with every problem
 */
export function readSettings<Name extends keyof Environment>(
  env: Record<string, string | undefined>,
  names: readonly Name[],
): Pick<Environment, Name> {
  const mask = Object.fromEntries(names.map((name) => [name, true])) as Record<keyof Environment, true>;
  const parsed = settings.pick(mask).safeParse(withoutEmpty(env));
  if (!parsed.success) throw new Error(messagesOf(parsed.error).join('; '));
  return parsed.data;
}

/** Drops empty values, such as an unfilled line of .env.example. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const text = value?.trim();
      return text ? [[name, text]] : [];
    }),
  );
}

function messagesOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Settings that have no effect without another one, so that a forgotten main setting is reported. */
const DEPENDENT_SETTINGS: readonly (readonly [keyof Environment, readonly (keyof Environment)[]])[] = [
  [
    'STRIPE_SECRET_KEY',
    [
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_WEBHOOK_SECRET_PREVIOUS',
      'STRIPE_API_URL',
      'STRIPE_REQUESTS_PER_SECOND',
    ],
  ],
  ['SMTP_URL', ['MAIL_FROM']],
  ['S3_BUCKET', ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL']],
  ['GOOGLE_ADDRESS_KEY', ['GOOGLE_ADDRESS_URL']],
];
const COGNITO_SETTINGS = [
  'COGNITO_REGION',
  'COGNITO_CLIENT_ID',
  'COGNITO_CLIENT_SECRET',
  'COGNITO_USER_POOL_ID',
  'COGNITO_ENDPOINT',
] as const;

function contradictions(env: Environment): string[] {
  const errors: string[] = [];
  const requireAll = (names: (keyof Environment)[], why: string) => {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length > 0) errors.push(`${missing.join(', ')}: needed ${why}`);
  };
  const production = env.NODE_ENV === 'production';
  if (production && !env.SANDBOX) {
    requireAll(
      ['SITE_URL', 'APP_SECRET', 'MASTER_KEY', 'STRIPE_SECRET_KEY', 'SMTP_URL'],
      'in production (or set SANDBOX=1)',
    );
  } else if (!env.SANDBOX && !isLocalOnly(env)) {
    const why = 'because HOST, SITE_URL, TRUST_PROXY or a live key make the site public';
    requireAll(['STRIPE_SECRET_KEY'], `${why} (or set SANDBOX=1: a payment page that takes no money)`);
    requireAll(['SMTP_URL'], `${why} (or set SANDBOX=1: anyone can read all mail at /dev/mailbox)`);
  } else if (env.SANDBOX && isLive(env.STRIPE_SECRET_KEY) && !env.SMTP_URL) {
    errors.push('SANDBOX: shows all mail to anyone, so it needs SMTP_URL with a live STRIPE_SECRET_KEY');
  }
  if (env.MASTER_KEY_PREVIOUS) requireAll(['MASTER_KEY'], 'with MASTER_KEY_PREVIOUS');
  if (env.MASTER_KEY_PREVIOUS && env.MASTER_KEY_PREVIOUS.toLowerCase() === env.MASTER_KEY?.toLowerCase())
    errors.push('MASTER_KEY_PREVIOUS: must differ from MASTER_KEY');
  if (env.SANDBOX_PUBLIC_URL && env.STRIPE_SECRET_KEY)
    errors.push(
      'SANDBOX_PUBLIC_URL: belongs to the built-in payment page, which STRIPE_SECRET_KEY replaces. Remove one of them',
    );
  if (env.DATABASE_POOLER === 'transaction')
    requireAll(['DATABASE_URL', 'DATABASE_DIRECT_URL'], 'with DATABASE_POOLER=transaction');
  else if (env.DATABASE_DIRECT_URL)
    errors.push('DATABASE_DIRECT_URL: has no effect without DATABASE_POOLER=transaction');
  if (env.STRIPE_SECRET_KEY) requireAll(['STRIPE_WEBHOOK_SECRET'], 'with STRIPE_SECRET_KEY');
  if (env.AUTH_PROVIDER === 'cognito')
    requireAll(['COGNITO_REGION', 'COGNITO_CLIENT_ID', 'COGNITO_USER_POOL_ID'], 'with AUTH_PROVIDER=cognito');
  if (env.S3_BUCKET)
    requireAll(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'], 'with S3_BUCKET');
  for (const [name, others] of DEPENDENT_SETTINGS) {
    const given = others.filter((other) => env[other] !== undefined);
    if (given.length > 0 && !errors.some((error) => error.includes(name)))
      requireAll([name], `with ${given.join(', ')}`);
  }
  const cognito = COGNITO_SETTINGS.filter((name) => env[name] !== undefined);
  if (env.AUTH_PROVIDER === 'embedded' && cognito.length > 0)
    errors.push(`AUTH_PROVIDER: must be cognito with ${cognito.join(', ')}`);
  if (env.PORT !== 0 && env.PORT === env.SANDBOX_PORT) errors.push('SANDBOX_PORT: must differ from PORT');
  if (
    production &&
    env.SITE_URL?.startsWith('http://') &&
    !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(env.SITE_URL)
  ) {
    errors.push('SITE_URL: must be https in production');
  }
  return errors;
}

/** Completes the environment with the secrets and the actual port, which only main.ts knows. */
export function configOf(
  env: Environment,
  more: { app_secret: string; master_key: Buffer; port: number },
): Config {
  const site_url = env.SITE_URL ?? `http://localhost:${more.port}`;
  const production = env.NODE_ENV === 'production';
  return {
    ...env,
    site_url,
    https: site_url.startsWith('https://'),
    sandbox: env.STRIPE_SECRET_KEY === undefined,
    dev_mailbox: env.SMTP_URL === undefined && (env.SANDBOX || (!production && isLocalOnly(env))),
    app_secret: more.app_secret,
    master_key: more.master_key,
    previous_master_key: env.MASTER_KEY_PREVIOUS ? Buffer.from(env.MASTER_KEY_PREVIOUS, 'hex') : undefined,
  };
}
