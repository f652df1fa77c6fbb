import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import type { Shop } from '../../support/shop.ts';

/** Starts an app process on the shop's database and provider, which the test kills. */
export async function startVictim(shop: Shop): Promise<{ origin: string; kill(): Promise<void> }> {
  const { child, origin } = await startProcess(shop);
  return {
    origin,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function startProcess({
  sandbox,
  database,
  origin: site_url,
}: Shop): Promise<{ child: ChildProcess; origin: string }> {
  const settings = JSON.stringify({
    url: database.url,
    site_url,
    provider: { apiUrl: sandbox.apiUrl, apiKey: sandbox.apiKey, webhookSecret: sandbox.webhookSecret },
  });
  const script = join(import.meta.dirname, 'shop-process.ts');
  const child = spawn(process.execPath, [script, settings], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /^port (\d+)$/.exec(line)?.[1];
    if (port) return { child, origin: `http://127.0.0.1:${port}` };
  }
  throw new Error('An app process did not start');
}

/** Starts app processes on the shop's database and provider; answers their addresses. They end with the file. */
export async function startProcesses(shop: Shop, count: number): Promise<string[]> {
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
      const { child, origin } = await startProcess(shop);
      children.push(child);
      return origin;
    }),
  );
}
