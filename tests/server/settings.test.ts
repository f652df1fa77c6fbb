import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES, parseEnvironment } from '#server/config.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const example = readFileSync(join(root, '.env.example'), 'utf8');
const assigned = [...example.matchAll(/^(# )?([A-Z0-9_]+)=(.*)$/gm)];
const namesInExample = assigned.map(([, , name]) => name!);
const inExample = Object.fromEntries(
  assigned.filter(([, comment]) => !comment).map(([, , name, value]) => [name!, value!]),
);
const settingsTable = readme.slice(readme.indexOf('## Settings'), readme.indexOf('For tests only'));

describe('settings', () => {
  it.each([...SETTING_NAMES])('%s is described in README.md and .env.example', (name) => {
    expect(settingsTable).toContain(`\`${name}\``);
    expect(namesInExample).toContain(name);
  });

  it('are not described where they do not exist', () => {
    const described = [...settingsTable.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(
      ([, names]) => names!.replaceAll('`', '').split(', '),
    );
    for (const name of [...described, ...namesInExample]) expect(SETTING_NAMES).toContain(name);
  });

  it('of .env.example start the app as it stands', () => {
    expect(parseEnvironment(inExample)).toMatchObject({ ok: true });
  });

  it('in .env.example are the defaults', () => {
    const [given, none] = [parseEnvironment(inExample), parseEnvironment({})];
    expect(given).toEqual(none);
  });
});

describe('settings that do not fit', () => {
  const key = 'a'.repeat(64);
  it.each([
    ['MASTER_KEY_PREVIOUS', { MASTER_KEY_PREVIOUS: key }, 'MASTER_KEY: needed with MASTER_KEY_PREVIOUS'],
    [
      'MASTER_KEY_PREVIOUS',
      { MASTER_KEY: key, MASTER_KEY_PREVIOUS: key.toUpperCase() },
      'MASTER_KEY_PREVIOUS: is the same as MASTER_KEY',
    ],
    [
      'SANDBOX_PUBLIC_URL',
      { SANDBOX_PUBLIC_URL: 'https://pay.example/path' },
      'SANDBOX_PUBLIC_URL: is an origin such as https://pay.example, without a path',
    ],
    ['SANDBOX_PUBLIC_URL', { SANDBOX_PUBLIC_URL: 'pay.example' }, 'SANDBOX_PUBLIC_URL: Invalid URL'],
    [
      'SANDBOX_PUBLIC_URL',
      {
        SANDBOX_PUBLIC_URL: 'https://pay.example',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
      },
      'SANDBOX_PUBLIC_URL: is of the built-in payment page, which STRIPE_SECRET_KEY replaces',
    ],
  ])('%s: %o', (_name, env, problem) => {
    expect(parseEnvironment(env)).toEqual({ ok: false, problems: [problem] });
  });
});

describe('commands', () => {
  it('of package.json are all in README.md', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of Object.keys(scripts)) {
      const command = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
      expect(readme).toContain(`\`${command}\``);
    }
  });
});
