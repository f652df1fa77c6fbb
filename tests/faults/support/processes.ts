import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import type { Shop } from '../../support/shop.ts';

/** Starts app processes on the shop's database and provider; answers their addresses. They end with the file. */
export async function startProcesses(shop: Shop, count: number): Promise<string[]> {
  const { sandbox, database, origin } = shop;
  const settings = JSON.stringify({
    url: database.url,
    site_url: origin,
    provider: { apiUrl: sandbox.apiUrl, apiKey: sandbox.apiKey, webhookSecret: sandbox.webhookSecret },
  });
  const script = join(import.meta.dirname, 'shop-process.ts');
  const children: ChildProcess[] = [];
  // Before the shop's own clean-up: hooks run in reverse order.
  afterAll(async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null) return;
        const ended = once(child, 'exit');
        child.stdin?.end();
        await ended;
      }),
    );
  });
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [script, settings], { stdio: ['pipe', 'pipe', 'inherit'] });
      children.push(child);
      for await (const line of createInterface({ input: child.stdout! })) {
        const port = /^port (\d+)$/.exec(line)?.[1];
        if (port) return `http://127.0.0.1:${port}`;
      }
      throw new Error('An app process did not start');
    }),
  );
}
