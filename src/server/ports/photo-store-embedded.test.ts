import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createEmbeddedPhotoStore } from './photo-store-embedded.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'photos-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('keeps the keys of photos from other users, also in a data folder that is open to them', async () => {
  chmodSync(dataDir, 0o755);
  const before = process.umask(0o022);
  try {
    const store = createEmbeddedPhotoStore({
      folder: join(dataDir, 'photos'),
      site_url: 'http://localhost:3000',
      app_secret: 'x'.repeat(32),
    });
    await store.publish('a'.repeat(32), Buffer.from('photo'));
    await store.local!.accept('b'.repeat(32), Buffer.from('upload'));
  } finally {
    process.umask(before);
  }
  const modes = (readdirSync(dataDir, { recursive: true }) as string[]).map((name) => {
    const stat = statSync(join(dataDir, name));
    return [name, (stat.mode & 0o777).toString(8), stat.isDirectory() ? '700' : '600'];
  });
  expect(modes).toHaveLength(5);
  expect(modes.filter(([, mode, wanted]) => mode !== wanted)).toEqual([]);
});
