import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, openFolderWarning } from './make-folder.ts';

const place = mkdtempSync(join(tmpdir(), 'folders-'));
afterAll(() => rmSync(place, { recursive: true }));

it('makes what is missing on the way, for its owner alone, and leaves what is there', () => {
  const folder = join(place, 'a/b');
  makeFolder(folder);
  makeFolder(folder);
  for (const made of ['a', 'a/b']) expect(statSync(join(place, made)).mode & 0o777).toBe(0o700);
});

it('says so where a file is in the way', () => {
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(place, 'file/below'))).toThrow(/EEXIST|ENOTDIR/);
});

it.runIf(process.platform === 'linux')('says so where the system lets nobody make anything', () => {
  expect(() => makeFolder('/proc/nowhere/below')).toThrow('ENOENT');
});

it.each([
  [0o700, false],
  [0o750, true],
  [0o755, true],
  [0o701, true],
])('warns of a data folder with mode %o: %s', (mode, warned) => {
  const folder = join(place, 'data');
  makeFolder(folder);
  chmodSync(folder, mode);
  expect(openFolderWarning(folder)).toEqual(warned ? expect.stringContaining(`chmod 700 ${folder}`) : null);
});
