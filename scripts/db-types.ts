import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { TYPES_FILE, generateTypes } from './lib/generate-types.ts';

// npm run db-types: writes src/server/db/types.ts from the migrations, in a database made for it.
const dataDir = mkdtempSync(join(tmpdir(), 'sattva-types-'));
const quiet = { info: () => undefined, warn: () => undefined };
const { url, stop } = await startEmbeddedPostgres({ dataDir, log: quiet, settings: { fsync: 'off' } });
try {
  await migrate({ url, log: quiet });
  writeFileSync(TYPES_FILE, generateTypes(url));
  console.log('src/server/db/types.ts is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
}
