import type * as Files from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { backUp } from '#scripts/lib/create-backup.ts';
import { TEST_NOW } from '../support/clock.ts';
import { testDatabase } from '../support/database.ts';

// The one photo goes just before it is read, as when its client replaces it at that moment.
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof Files>();
  const readFileSync = (path: string, ...more: []) => {
    if (path.endsWith('replaced.jpg')) fs.rmSync(path);
    return fs.readFileSync(path, ...more);
  };
  return { ...fs, readFileSync };
});

const { url } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a backup during the replacement of a photo succeeds and lists only its own files', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'photos'), { recursive: true });
  for (const name of ['kept.jpg', 'replaced.jpg', 'still.jpg'])
    writeFileSync(join(dataDir, 'photos', name), name);
  const { files } = await backUp({
    url,
    dataDir,
    file: join(folder, 'backup.zip'),
    now: new Date(TEST_NOW),
  });
  expect(files).toEqual(['photos/kept.jpg', 'photos/still.jpg']);
});
