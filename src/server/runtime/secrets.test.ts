import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSecrets } from './secrets.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'sattva-secrets-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

test('what the environment does not give is made once and kept for its owner alone', () => {
  const first = readSecrets({ DATA_DIR });
  expect(first.master_key).toHaveLength(32);
  expect(readSecrets({ DATA_DIR })).toEqual(first);
  expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('the environment wins, each for itself', () => {
  const kept = readSecrets({ DATA_DIR });
  const given = readSecrets({ DATA_DIR, MASTER_KEY: 'ab'.repeat(32) });
  expect(given).toEqual({ app_secret: kept.app_secret, master_key: Buffer.alloc(32, 0xab) });
  const both = { APP_SECRET: 'x'.repeat(32), MASTER_KEY: 'cd'.repeat(32), DATA_DIR: '/nowhere' };
  expect(readSecrets(both).app_secret).toBe('x'.repeat(32));
});

test('a command beside the app never makes secrets of its own', () => {
  const folder = join(DATA_DIR, 'elsewhere');
  expect(() => readSecrets({ DATA_DIR: folder }, { existing: true })).toThrow(/no secrets in .*elsewhere/);
  expect(existsSync(folder)).toBe(false);
  expect(readSecrets({ DATA_DIR }, { existing: true })).toEqual(readSecrets({ DATA_DIR }));
});

test.each(['{}', '', 'null', '{"app_secret":"gate key", "mas'])(
  'a damaged file is told, never written over nor shown: %s',
  (text) => {
    writeFileSync(join(DATA_DIR, 'secrets.json'), text);
    expect(() => readSecrets({ DATA_DIR })).toThrow(/is damaged\. Restore it/);
  },
);
