import { z } from 'zod';

const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .default(false);
const port = (standard: number) => z.coerce.number().int().min(0).max(65535).default(standard);
const optional = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const url = optional.pipe(z.url().optional());
const origin = url.pipe(
  z
    .string()
    .regex(/^https?:\/\/[^/?#]+\/?$/, 'is an origin such as https://pay.example, without a path')
    .optional(),
);
const secret = optional.pipe(z.string().min(32, 'needs at least 32 characters').optional());
const masterKey = optional.pipe(
  z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'is 32 bytes as 64 hexadecimal digits')
    .optional(),
);

/**
 * Every setting, by its name in the environment; README.md and .env.example describe each (a test compares them).
 * All are optional.
 */
const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  SANDBOX: flag,
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  SANDBOX_PORT: port(3001),
  SANDBOX_PUBLIC_URL: origin,
  METRICS_TOKEN: secret,
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: optional.pipe(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'starts with postgresql://')
      .optional(),
  ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  SITE_URL: url,
  WEB_ORIGIN: url,
  TRUST_PROXY: flag,
  APP_SECRET: secret,
  MASTER_KEY: masterKey,
  MASTER_KEY_PREVIOUS: masterKey,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  SEED: z.enum(['auto', 'off']).default('auto'),
  BACKUP_METHOD: z.enum(['auto', 'pg_dump', 'rows']).default('auto'),
  PG_BIN: optional,
  AUTH_PROVIDER: z.enum(['embedded', 'cognito']).default('embedded'),
  COGNITO_REGION: optional,
  COGNITO_CLIENT_ID: optional,
  COGNITO_CLIENT_SECRET: optional,
  COGNITO_USER_POOL_ID: optional,
  COGNITO_ENDPOINT: url,
  STRIPE_SECRET_KEY: optional.pipe(
    z
      .string()
      .regex(/^(sk|rk)_(test|live)_/, 'starts with sk_test_ or sk_live_')
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_WEBHOOK_SECRET_PREVIOUS: optional,
  STRIPE_TAX: flag,
  STRIPE_API_URL: url,
  SMTP_URL: optional.pipe(
    z
      .string()
      .regex(/^smtps?:\/\//, 'starts with smtp:// or smtps://')
      .optional(),
  ),
  MAIL_FROM: optional,
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PUBLIC_URL: url,
  GOOGLE_ADDRESS_KEY: optional,
  GOOGLE_ADDRESS_URL: url,
});

export type Environment = z.output<typeof settings>;
export const SETTING_NAMES = Object.keys(settings.shape) as readonly (keyof Environment)[];

/** What the program runs with. Secrets that were not given are filled in by main.ts from DATA_DIR. */
export type Config = Environment & {
  /** Where people reach the site; no slash at the end. */
  readonly site_url: string;
  readonly https: boolean;
  /** Payments by the sandbox provider, mail readable at /dev/mailbox, demo clients. */
  readonly sandbox: boolean;
  readonly dev_mailbox: boolean;
  /** Server key of every HMAC (tokens, codes). */
  readonly app_secret: string;
  /** Wraps each client's key; 32 bytes. */
  readonly master_key: Buffer;
  /** Opens clients' keys too, while it is being changed. */
  readonly previous_master_key: Buffer | undefined;
};

export type ParsedEnvironment = { ok: true; env: Environment } | { ok: false; problems: string[] };

/** Parses the environment; each problem names its setting and what to write instead. */
export function parseEnvironment(env: Record<string, string | undefined>): ParsedEnvironment {
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    };
  }
  const problems = contradictions(parsed.data);
  return problems.length === 0 ? { ok: true, env: parsed.data } : { ok: false, problems };
}

/**
 * The settings of a command beside the app, which needs none of the others.
 * @throws Error with every problem
 */
export function readSettings<Name extends keyof Environment>(
  env: Record<string, string | undefined>,
  names: readonly Name[],
): Pick<Environment, Name> {
  const mask = Object.fromEntries(names.map((name) => [name, true])) as Record<keyof Environment, true>;
  const parsed = settings.pick(mask).safeParse(env);
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  return parsed.data;
}

function contradictions(env: Environment): string[] {
  const problems: string[] = [];
  const together = (names: (keyof Environment)[], why: string) => {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length > 0) problems.push(`${missing.join(', ')}: needed ${why}`);
  };
  const production = env.NODE_ENV === 'production';
  if (production && !env.SANDBOX) {
    together(
      ['SITE_URL', 'APP_SECRET', 'MASTER_KEY', 'STRIPE_SECRET_KEY', 'SMTP_URL'],
      'in production (or set SANDBOX=1)',
    );
  }
  if (env.MASTER_KEY_PREVIOUS) together(['MASTER_KEY'], 'with MASTER_KEY_PREVIOUS');
  if (env.MASTER_KEY_PREVIOUS && env.MASTER_KEY_PREVIOUS.toLowerCase() === env.MASTER_KEY?.toLowerCase())
    problems.push('MASTER_KEY_PREVIOUS: is the same as MASTER_KEY');
  if (env.SANDBOX_PUBLIC_URL && env.STRIPE_SECRET_KEY)
    problems.push('SANDBOX_PUBLIC_URL: is of the built-in payment page, which STRIPE_SECRET_KEY replaces');
  if (env.STRIPE_SECRET_KEY) together(['STRIPE_WEBHOOK_SECRET'], 'with STRIPE_SECRET_KEY');
  if (env.AUTH_PROVIDER === 'cognito')
    together(['COGNITO_REGION', 'COGNITO_CLIENT_ID', 'COGNITO_USER_POOL_ID'], 'with AUTH_PROVIDER=cognito');
  if (env.S3_BUCKET)
    together(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'], 'with S3_BUCKET');
  if (env.SITE_URL && new URL(env.SITE_URL).pathname !== '/')
    problems.push('SITE_URL: is an origin, without a path');
  if (env.PORT !== 0 && env.PORT === env.SANDBOX_PORT) problems.push('SANDBOX_PORT: is the same as PORT');
  if (
    production &&
    env.SITE_URL?.startsWith('http://') &&
    !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(env.SITE_URL)
  ) {
    problems.push('SITE_URL: must be https in production');
  }
  return problems;
}

/** Completes the environment with what main.ts knows: the secrets and the port that is really listened on. */
export function configOf(
  env: Environment,
  more: { app_secret: string; master_key: Buffer; port: number },
): Config {
  const site_url = (env.SITE_URL ?? `http://localhost:${more.port}`).replace(/\/$/, '');
  const production = env.NODE_ENV === 'production';
  return {
    ...env,
    site_url,
    https: site_url.startsWith('https://'),
    sandbox: env.STRIPE_SECRET_KEY === undefined,
    dev_mailbox: env.SMTP_URL === undefined && (!production || env.SANDBOX),
    app_secret: more.app_secret,
    master_key: more.master_key,
    previous_master_key: env.MASTER_KEY_PREVIOUS ? Buffer.from(env.MASTER_KEY_PREVIOUS, 'hex') : undefined,
  };
}
