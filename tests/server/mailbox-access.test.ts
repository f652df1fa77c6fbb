import { describe, expect, it } from 'vitest';
import { configOf, type Config, parseEnvironment } from '#server/runtime/config.ts';
import { routesOf } from '../attacks/support/routes.ts';
import { testApp } from '../support/app.ts';

const SECRETS = { app_secret: 'a'.repeat(32), master_key: Buffer.alloc(32), port: 3000 };
const NODE_ENVS = ['development', 'test', 'production'] as const;
/** Each either left out or set to what opens the site to others, or its mail to everybody. */
const SETTINGS: readonly (readonly [string, Record<string, string>])[] = [
  ['SANDBOX=1', { SANDBOX: '1' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['SITE_URL', { SITE_URL: 'https://sattva.example' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ['live key', { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'studio@sattva.example' }],
];
const combinations = Array.from({ length: 2 ** SETTINGS.length }, (_, bits) =>
  SETTINGS.filter((_setting, i) => bits & (1 << i)),
);

type Given = Record<string, string>;
type Row = { given: Given; names: string; reached: boolean };
const rows: Row[] = NODE_ENVS.flatMap((NODE_ENV) =>
  combinations.map((chosen) => {
    const secrets = { APP_SECRET: 'a'.repeat(32), MASTER_KEY: '0'.repeat(64) };
    const names = chosen.map(([name]) => name);
    return {
      given: Object.assign({ NODE_ENV, ...secrets }, ...chosen.map(([, env]) => env)) as Given,
      names: [NODE_ENV, ...names].join(' '),
      reached: ['HOST', 'SITE_URL', 'TRUST_PROXY', 'live key'].some((name) => names.includes(name)),
    };
  }),
);

/** Null if the program refuses to start. */
function configured(given: Given): Config | null {
  const parsed = parseEnvironment(given);
  return parsed.ok ? configOf(parsed.env, SECRETS) : null;
}

const isOpen = (given: Given) => configured(given)?.dev_mailbox === true;
const takesNoMoney = (given: Given) => configured(given)?.sandbox === true;

/** Pages that others can open without having requested them. */
const exposed = (isExposed: (given: Given) => boolean) =>
  rows
    .filter(({ given, reached }) => reached && given.SANDBOX !== '1' && isExposed(given))
    .map(({ names }) => names);

describe('the mailbox', () => {
  it('is readable on this machine only, unless SANDBOX=1: 64 combinations of settings', () => {
    expect(combinations).toHaveLength(64);
    expect(exposed(isOpen)).toEqual([]);
    const open = rows.filter(({ given }) => isOpen(given)).map(({ given, names }) => ({ given, names }));
    expect(open.filter(({ given }) => given.SMTP_URL !== undefined)).toEqual([]);
    // Clients who pay real money keep their mail to themselves.
    expect(open.filter(({ names }) => names.includes('live key'))).toEqual([]);
    expect(open.map(({ names }) => names)).toContain('production SANDBOX=1 SITE_URL');
    expect(open.map(({ names }) => names)).toContain('development');
  });

  it('is open under the same condition as the payment page that takes no money', () => {
    expect(exposed(takesNoMoney)).toEqual([]);
  });

  it('control: by NODE_ENV alone, other machines could read the mail', () => {
    const byNodeEnv = ({ SMTP_URL, NODE_ENV, SANDBOX }: Given) =>
      SMTP_URL === undefined && (NODE_ENV !== 'production' || SANDBOX === '1');
    expect(exposed(byNodeEnv)).toContain('development SITE_URL TRUST_PROXY live key');
  });

  it.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['SITE_URL', { SITE_URL: 'https://sattva.example' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1' }],
    ['live key', { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ])('refuses a start without SMTP_URL on a public address: %s', (_name, env) => {
    const parsed = parseEnvironment(env);
    expect(parsed).toMatchObject({ ok: false });
    const problem = parsed.ok ? '' : parsed.errors.find((line) => line.startsWith('SMTP_URL: '));
    expect(problem).toMatch(/needed because HOST.*SANDBOX=1/);
  });

  it.each<Given>([{}, { HOST: 'localhost' }, { HOST: '::1', SITE_URL: 'http://localhost:3000' }])(
    'starts and is open at this machine: %o',
    (env) => {
      expect(configured(env)?.dev_mailbox).toBe(true);
    },
  );
});

describe('what exists only in the sandbox, under another host name', async () => {
  const site = await testApp({ env: { SITE_URL: 'https://sattva.example' } });
  const paths = [
    '/dev/mailbox',
    '/dev/mailbox.json',
    '/dev/mailbox/00000000-0000-0000-0000-000000000000',
    '/dev/mailbox/00000000-0000-0000-0000-000000000000/html',
    '/api/staff/demo-code',
  ];
  const ask = async (url: string, headers: Record<string, string>) =>
    await site.app.inject({ method: 'GET', url, headers });

  it('is all of this', async () => {
    const live = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      SMTP_URL: 'smtp://mail.example',
    };
    const real = await testApp({ env: { ...live, MAIL_FROM: 'studio@sattva.example' } });
    const routes = new Set(routesOf(real.app));
    const only = routesOf(site.app).filter((route) => !routes.has(route));
    const id = '00000000-0000-0000-0000-000000000000';
    expect(only.map((route) => route.replace('GET ', '').replace(':id', id)).toSorted()).toEqual(
      paths.toSorted(),
    );
  });

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'does not exist for Host %o (DNS rebinding)',
    async (host) => {
      for (const url of paths) {
        const asked = await ask(url, { host });
        expect([url, asked.statusCode]).toEqual([url, 404]);
        expect(asked.body).not.toContain('mail');
      }
      // The header is the caller's own word.
      const forwarded = await ask('/dev/mailbox.json', {
        host: 'evil.example',
        'x-forwarded-host': 'localhost',
      });
      expect(forwarded.statusCode).toBe(404);
    },
  );

  it.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'sattva.example',
    'SATTVA.example',
  ])('exists for Host %s', async (host) => {
    expect((await ask('/dev/mailbox.json', { host })).json()).toEqual([]);
    expect((await ask('/dev/mailbox', { host })).statusCode).toBe(200);
    expect((await ask('/api/staff/demo-code', { host })).statusCode).toBe(200);
  });
});
