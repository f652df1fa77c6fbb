import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { demo } from '../../content/seed/demo-clients.ts';
import { testApp } from '../support/app.ts';

const site = await testApp();
const recorded = vi.spyOn(site.deps.security, 'record');
beforeEach(() => {
  recorded.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});
const events = () => recorded.mock.calls.map(([event]) => event);
const EMAIL = 'demo@example.com';
const cookiesOf = (answer: LightMyRequestResponse) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));

it('another site that makes a browser ask', async () => {
  const answer = await site.request({
    method: 'POST',
    url: '/sign-in',
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: { username: EMAIL, password: 'x' },
  });
  expect(answer.statusCode).toBe(403);
  expect(events()).toEqual(['request.cross-site']);
  expect(recorded.mock.calls[0]![1]).toMatchObject({ route: '/sign-in' });
});

it('every answer that says too many', async () => {
  const ask = () => site.request({ method: 'POST', url: '/forgot-password', payload: { email: EMAIL } });
  expect((await ask()).statusCode).toBe(200);
  expect(events()).toEqual([]);
  expect((await ask()).statusCode).toBe(429);
  expect(events()).toEqual(['limit.reached']);
  expect(JSON.stringify(recorded.mock.calls)).not.toContain(EMAIL);
});

it('a refresh token that was replaced long ago', async () => {
  const payload = { username: EMAIL, password: demo.password };
  let cookies = cookiesOf(await site.request({ method: 'POST', url: '/sign-in', payload }));
  const first = cookies;
  const refresh = (with_: Record<string, string>) =>
    site.request({ method: 'POST', url: '/auth/refresh-token', cookies: with_ });
  for (let turn = 0; turn < 2; turn++) {
    site.clock.advance(120_000);
    const answer = await refresh(cookies);
    expect(answer.statusCode).toBe(204);
    cookies = cookiesOf(answer);
  }
  expect(events()).toEqual([]);
  site.clock.advance(120_000);
  expect((await refresh(first)).statusCode).toBe(401);
  expect(events()).toEqual(['session.token-reused']);
  expect((await refresh({ refresh: 'never one of ours'.padEnd(43, 'x') })).statusCode).toBe(401);
  expect(events()).toEqual(['session.token-reused']);
});
