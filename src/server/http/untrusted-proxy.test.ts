import fastify from 'fastify';
import { expect, it } from 'vitest';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

/** The warnings of an app after these requests. */
async function warningsOf(TRUST_PROXY: boolean, headers: Record<string, string>[]): Promise<string[]> {
  const lines: string[] = [];
  const app = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  warnOfUntrustedProxy(app, { TRUST_PROXY });
  app.get('/', () => 'here');
  for (const each of headers) await app.inject({ url: '/', headers: each });
  await app.close();
  return lines;
}
const proxied = { 'x-forwarded-for': '192.0.2.1' };

it('says once that a proxy seems to be in front although TRUST_PROXY is off', async () => {
  const lines = await warningsOf(false, [{}, proxied, proxied]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Set TRUST_PROXY=1');
  expect(lines[0]).not.toContain('192.0.2.1');
});

it('says nothing without a proxy, or where it is trusted', async () => {
  expect(await warningsOf(false, [{}])).toEqual([]);
  expect(await warningsOf(true, [proxied])).toEqual([]);
});
