import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const site = await testApp();
await site.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = site.app.server.address() as AddressInfo;

/** What a socket answers to a request line, for `inject` would tidy the address first. */
const answerTo = (line: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (piece) => (answer += String(piece)));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

describe('a URL in an unusual spelling', () => {
  it.each(['/sign-out', '/sign-out/', '/%73ign-out', '/sign-out?next=/'])(
    "%s does not sign out a client of another site's page",
    async (url) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { access } = await site.signIn('demo@example.com');
        const headers = { 'sec-fetch-site': 'cross-site' };
        const answer = await site.app.inject({ method, url, headers, cookies: { access } });
        expect(answer.statusCode, method).toBe(403);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    },
  );

  it.each(['/auth/get-user', '/auth/get-user/', '/%61uth/get-user', '/auth/nothing'])(
    '%s is never cached',
    async (url) => {
      const answer = await site.app.inject({ url });
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it('with its origin leads to the same route', async () => {
    expect(await answerTo('GET http://127.0.0.1/healthz')).toMatch(/^HTTP\/1\.1 200 .*"ok"/s);
    expect(await answerTo('GET HTTP://shop.example:80/get-blogs?x=1')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await answerTo('GET http://127.0.0.1/auth/get-user')).toMatch(/401 .*cache-control: no-store/s);
    expect(await answerTo('GET http://127.0.0.1/sign-out')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await answerTo('GET http://127.0.0.1')).toMatch(/^HTTP\/1\.1 404 .*"NOT_FOUND"/s);
  });

  it('without a route gets the common error format', async () => {
    const answer = await site.app.inject({ url: '/auth/<script>' });
    expect(answer.statusCode).toBe(404);
    const { request_id: _, ...body } = answer.json();
    expect(body).toEqual({ error: 'Not found.', message: 'Not found.', code: 'NOT_FOUND' });
  });
});
