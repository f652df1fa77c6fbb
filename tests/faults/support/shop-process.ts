import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPasswordHasher } from '#server/runtime/password-hasher.ts';
import { createDb } from '#server/db/pool.ts';
import { assembleApp } from '../../support/assemble-app.ts';

// One app process of a fault run: `node shop-process.ts <settings as JSON>`. Prints its port, ends with its parent.
const settings = JSON.parse(process.argv[2]!) as {
  url: string;
  site_url: string;
  provider: { apiUrl: string; apiKey: string; webhookSecret: string };
};
/** Hundreds of new clients come from this one machine. */
const UNLIMITED = 1_000_000;
const { close, ...database } = createDb(settings.url, {
  max: 8,
  queryTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
});
const dataDir = mkdtempSync(join(tmpdir(), 'shop-process-'));
const { app } = await assembleApp(
  {
    ...database,
    clock: () => new Date(),
    dataDir,
    provider: settings.provider,
    hasher: createPasswordHasher(),
  },
  { env: { SITE_URL: settings.site_url, RATE_LIMIT_SCALE: String(UNLIMITED) } },
);
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${(app.server.address() as AddressInfo).port}`);

process.stdin.resume();
process.stdin.on('end', () => {
  void app
    .close()
    .then(close)
    .then(() => rmSync(dataDir, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
