import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { staffAddPasskey, staffSubmission, staffUnlock } from '#contract/staff.calls.ts';
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

it('records a request from another site', async () => {
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

it('records every rate-limited answer', async () => {
  const ask = () => site.request({ method: 'POST', url: '/forgot-password', payload: { email: EMAIL } });
  expect((await ask()).statusCode).toBe(200);
  expect(events()).toEqual([]);
  expect((await ask()).statusCode).toBe(429);
  expect(events()).toEqual(['code-mails.refused', 'limit.reached']);
});

it('records a reused refresh token', async () => {
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

it('records guessed passwords: a throttled network and a paused address', async () => {
  const email = 'paused@example.com';
  const from = (network: number) =>
    site.request({
      method: 'POST',
      url: '/sign-in',
      remoteAddress: `10.44.${network}.1`,
      payload: { username: email, password: 'Wrong-guess-1' },
    });
  for (let tries = 0; tries < 5; tries++) await from(0);
  expect(events()).toEqual(Array.from({ length: 5 }, () => 'sign-in.failed'));
  recorded.mockClear();
  expect((await from(0)).statusCode).toBe(429);
  expect(events()).toEqual(['sign-in.locked', 'limit.reached']);
  for (let network = 1; network < 20; network++) for (let tries = 0; tries < 5; tries++) await from(network);
  recorded.mockClear();
  expect((await from(99)).statusCode).toBe(429);
  expect(events()).toEqual(['sign-in.paused', 'limit.reached']);
  expect(JSON.stringify(recorded.mock.calls)).not.toContain('Wrong-guess');
});

it('records a code without attempts left', async () => {
  const asked = await site.request({
    method: 'POST',
    url: '/forgot-password',
    remoteAddress: '10.45.0.1',
    payload: { email: 'nobody@example.com' },
  });
  const { reset_id } = asked.json<{ reset_id: string }>();
  const guess = () =>
    site.request({
      method: 'POST',
      url: '/confirm-new-password',
      payload: {
        email: 'nobody@example.com',
        confirmationCode: 'nodigits',
        password: 'Kitchari & ghee 7',
        reset_id,
      },
    });
  for (let tries = 0; tries < 5; tries++) await guess();
  expect(events()).toEqual(Array.from({ length: 5 }, () => 'code.failed'));
  recorded.mockClear();
  await guess();
  expect(events()).toEqual(['code.used-up', 'limit.reached']);
});

it('records staff calls without a session, health data without an unlock, and changes without a code', async () => {
  await site.request({ url: '/auth/get-user' });
  expect(events()).toEqual([]);
  await site.request({ url: '/api/staff/clients' });
  const staff = await site.signInStaff();
  await staff.call(staffSubmission, { params: { id: '00000000-0000-0000-0000-000000000000' } });
  await staff.call(staffAddPasskey, { body: {} as never });
  await staff.call(staffUnlock);
  expect(events()).toEqual(['access.refused', 'step-up.refused', 'step-up.refused']);
  expect(recorded.mock.calls[0]![1]).toMatchObject({ route: '/api/staff/clients' });
});
