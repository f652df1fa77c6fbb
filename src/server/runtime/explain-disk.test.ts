import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { explainDisk } from './explain-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

it.runIf(process.platform === 'linux')('explains a full disk reported by Node', () => {
  const full = thrownBy(() => writeFileSync('/dev/full', 'one byte'));
  expect(explainDisk(full, folder)).toBe(
    `The disk is full. Free space where ${folder} is and start again.\n(ENOSPC: no space left on device, write)`,
  );
});

it('explains a full disk reported by initdb and PostgreSQL', () => {
  const initdb = new Error(
    'The database files could not be created in /data/postgres:\n' +
      '2026-03-03 05:38:14.038 UTC [2] FATAL:  could not write to file "pg_wal/xlogtemp.2": No space left on device\n' +
      'child process exited with exit code 1',
  );
  expect(explainDisk(initdb, folder)).toMatch(
    /^The disk is full\. Free space where .*\n\(FATAL: .*xlogtemp.*device\)$/s,
  );
  const words = 'could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 10';
  const extended = Object.assign(new Error(words), { code: '53100' });
  expect(explainDisk(extended, folder)).toContain(`Free space where ${folder} is`);
  expect(explainDisk(extended, undefined)).toContain('Free space on the disk of the database');
});

it('names a path that this user may not use, and ignores other errors', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/data/x' });
  expect(explainDisk(denied, folder)).toBe('/data/x cannot be used: this user has no permission (EACCES).');
  const missing = thrownBy(() => writeFileSync(join(folder, 'none', 'file'), ''));
  expect(explainDisk(missing, folder)).toBeUndefined();
  expect(explainDisk('words', folder)).toBeUndefined();
});
