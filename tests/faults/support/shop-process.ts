import type { AddressInfo } from 'node:net';
import { createSlotGate } from '#server/checkout/slot-gate.ts';
import { createDb } from '#server/db/pool.ts';
import { shopApp } from '../../support/shop-app.ts';

// One app process of a fault run: `node shop-process.ts <settings as JSON>`. Prints its port, ends with its parent.
const settings = JSON.parse(process.argv[2]!) as {
  url: string;
  site_url: string;
  provider: { apiUrl: string; apiKey: string; webhookSecret: string };
};
const { db, pool, close } = createDb(settings.url, {
  max: 8,
  queryTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
});
const { app } = shopApp({
  ...settings,
  db,
  pool,
  clock: () => new Date(),
  slotGate: createSlotGate(150),
});
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${(app.server.address() as AddressInfo).port}`);

process.stdin.resume();
process.stdin.on('end', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0));
});
