import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES, parseEnvironment } from '#server/runtime/config.ts';

const root = join(import.meta.dirname, '../..');
const readPage = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const settingsPage = readPage('settings.md');
const commandsPage = readPage('commands.md');
const example = readFileSync(join(root, '.env.example'), 'utf8');
const assigned = [...example.matchAll(/^(# )?([A-Z0-9_]+)=(.*)$/gm)];
const namesInExample = assigned.map(([, , name]) => name!);
const inExample = Object.fromEntries(
  assigned.filter(([, comment]) => !comment).map(([, , name, value]) => [name!, value!]),
);
const settingsTables = settingsPage.slice(0, settingsPage.indexOf('## For tests only'));

describe('settings', () => {
  it.each([...SETTING_NAMES])('%s is described in docs/settings.md and .env.example', (name) => {
    expect(settingsTables).toContain(`\`${name}\``);
    expect(namesInExample).toContain(name);
  });

  it('are not described if they do not exist', () => {
    const described = [...settingsTables.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(
      ([, names]) => names!.replaceAll('`', '').split(', '),
    );
    for (const name of [...described, ...namesInExample]) expect(SETTING_NAMES).toContain(name);
  });

  it('of .env.example start the app unchanged', () => {
    expect(parseEnvironment(inExample)).toMatchObject({ ok: true });
  });

  it('count as unset if they are empty', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, ' ']));
    expect(parseEnvironment(empty)).toEqual(parseEnvironment({}));
  });

  it('of .env.example are the defaults', () => {
    const [given, none] = [parseEnvironment(inExample), parseEnvironment({})];
    expect(given).toEqual(none);
  });
});

const ORIGIN = 'SITE_URL: must be an origin such as https://pay.example, without a path';
const MAIL_FROM = 'MAIL_FROM: must look like studio@practice.example or Name <studio@practice.example>';

describe('invalid settings', () => {
  const key = 'a'.repeat(64);
  it.each([
    ['MASTER_KEY_PREVIOUS', { MASTER_KEY_PREVIOUS: key }, 'MASTER_KEY: needed with MASTER_KEY_PREVIOUS'],
    [
      'MASTER_KEY_PREVIOUS',
      { MASTER_KEY: key, MASTER_KEY_PREVIOUS: key.toUpperCase() },
      'MASTER_KEY_PREVIOUS: must differ from MASTER_KEY',
    ],
    [
      'SANDBOX_PUBLIC_URL',
      { SANDBOX_PUBLIC_URL: 'https://pay.example/path' },
      'SANDBOX_PUBLIC_URL: must be an origin such as https://pay.example, without a path',
    ],
    [
      'SANDBOX_PUBLIC_URL',
      { SANDBOX_PUBLIC_URL: 'pay.example' },
      'SANDBOX_PUBLIC_URL: must be an origin such as https://pay.example, without a path',
    ],
    ['SITE_URL', { SITE_URL: 'ftp://x.example' }, ORIGIN],
    ['SITE_URL', { SITE_URL: 'localhost:3000' }, ORIGIN],
    ['SITE_URL', { SITE_URL: 'https://x.example?x=1' }, ORIGIN],
    ['PORT', { PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535'],
    ['PORT', { PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
    ['RATE_LIMIT_SCALE', { RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE: must be a number above 0'],
    ['MAIL_FROM', { SMTP_URL: 'smtp://h', MAIL_FROM: 'Studio' }, MAIL_FROM],
    [
      'STRIPE_WEBHOOK_SECRET',
      { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'sk_test_x' },
      "STRIPE_WEBHOOK_SECRET: must start with whsec_: the endpoint's signing secret, not a key",
    ],
    // One half of a service that is rented: with the other half left out it would be quietly something else.
    [
      'S3_BUCKET',
      { S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' },
      'S3_BUCKET: needed with S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
    ],
    [
      'STRIPE_SECRET_KEY',
      { STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      'STRIPE_SECRET_KEY: needed with STRIPE_WEBHOOK_SECRET',
    ],
    ['AUTH_PROVIDER', { COGNITO_REGION: 'x' }, 'AUTH_PROVIDER: must be cognito with COGNITO_REGION'],
    [
      'SANDBOX_PUBLIC_URL',
      {
        SANDBOX_PUBLIC_URL: 'https://pay.example',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
      },
      'SANDBOX_PUBLIC_URL: belongs to the built-in payment page, which STRIPE_SECRET_KEY replaces. Remove one of them',
    ],
  ])('%s: %o', (_name, env, problem) => {
    expect(parseEnvironment(env)).toEqual({ ok: false, errors: [problem] });
  });
});

describe('addresses with a password', () => {
  it.each([
    ['DATABASE_URL', 'postgresql://a:gate#key@127.0.0.1/x'],
    ['DATABASE_URL', 'postgresql://a:gate/key@127.0.0.1/x'],
    ['DATABASE_URL', 'mysql://a:gate-key@127.0.0.1/x'],
    ['SMTP_URL', 'smtp://user:gate#key@host:587'],
    ['SMTP_URL', 'smtp://'],
  ])('are refused if they cannot be parsed, and not printed: %s=%s', (name, value) => {
    const parsed = parseEnvironment({ [name]: value });
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).toContain(`${name}: must look like`);
    expect(JSON.stringify(parsed)).not.toMatch(/gate.key/);
  });

  it.each([
    'postgres://postgres@/sattva?host=%2Ftmp%2Fsattva',
    'postgresql:///sattva',
    'postgresql://a:gate%23key@[::1]:5432/x?sslmode=require',
    'postgresql://a:b@db-1,db-2/x',
  ])('are accepted in every form that PostgreSQL knows: %s', (DATABASE_URL) => {
    expect(parseEnvironment({ DATABASE_URL })).toMatchObject({ ok: true, env: { DATABASE_URL } });
  });
});

it('are the same site in every spelling', () => {
  expect(parseEnvironment({ SITE_URL: 'HTTPS://Sattva.Example:443/', SANDBOX: '1' })).toMatchObject({
    env: { SITE_URL: 'https://sattva.example' },
  });
});

describe('commands', () => {
  it('of package.json are all in docs/commands.md', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of Object.keys(scripts)) {
      const command = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
      expect(commandsPage).toContain(`\`${command}\``);
    }
  });
});
