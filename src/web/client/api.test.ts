import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '#contract/auth.calls.ts';
import { getBlogs } from '#contract/blog.calls.ts';
import { forgotPassword } from '#contract/auth.calls.ts';
import { getUser } from '#contract/users.calls.ts';
import { call } from '#web/client/api.ts';

type Answer = { status: number; json?: unknown; text?: string; html?: string };

/** Stands in for the network: answers in turn by path, and keeps what was asked. */
function network(answers: Record<string, Answer[]>) {
  const asked: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init });
    const answer = answers[path.split('?')[0]!]?.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    const { status, text, html, json } = answer;
    const body = status === 204 ? null : (html ?? text ?? JSON.stringify(json));
    const type = html !== undefined ? 'text/html' : text !== undefined ? 'text/plain' : 'application/json';
    return new Response(body, { status, headers: { 'content-type': type } });
  });
  return { asked, paths: () => asked.map(({ path }) => path) };
}

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { toggleAttribute: () => {} } });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const USER = { status: 200, json: { data: null, message: '' } };
const REFUSED = { status: 401, json: { message: 'Please sign in to continue.', code: 'NOT_SIGNED_IN' } };

describe('a call', () => {
  it('gives the answer of the server', async () => {
    network({ '/get-blogs': [{ status: 200, json: [] }] });
    expect(await call(getBlogs)).toEqual([]);
  });

  it('sends JSON with cookies, or without where the contract says so', async () => {
    const { asked } = network({
      '/sign-in': [{ status: 200, json: { message: 'ok' } }],
      '/forgot-password': [{ status: 200, json: { message: 'ok' } }],
    });
    await call(signIn, { body: { username: 'a@b.c', password: 'x' } });
    await call(forgotPassword, { body: { email: 'a@b.c' } });
    expect(asked[0]!.init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"username":"a@b.c","password":"x"}',
    });
    expect(asked[1]!.init.credentials).toBe('omit');
  });

  it('throws the words, the code and the details of a refusal', async () => {
    network({
      '/sign-in': [
        {
          status: 403,
          json: {
            message: 'Please verify your email to continue',
            code: 'UserNotConfirmedException',
            details: 1,
          },
        },
      ],
    });
    await expect(call(signIn, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
      code: 'UserNotConfirmedException',
      message: 'Please verify your email to continue',
      details: 1,
    });
  });

  it('throws the plain text of the two calls that answer so', async () => {
    network({ '/forgot-password': [{ status: 429, text: 'There were too many attempts.' }] });
    await expect(call(forgotPassword, { body: { email: 'a' } })).rejects.toMatchObject({
      status: 429,
      message: 'There were too many attempts.',
    });
  });

  it.each([
    ['a page of a proxy', { status: 502, html: '<html>Bad gateway</html>' }, 502],
    ['a text', { status: 502, text: 'Bad gateway' }, 502],
    ['an empty object', { status: 500, json: {} }, 500],
    ['silence', undefined, 0],
  ])('falls back to the text of product.md §8 on %s', async (_, answer, status) => {
    network({ '/get-blogs': answer ? [answer] : [] });
    await expect(call(getBlogs)).rejects.toMatchObject({ status, message: 'Failed to fetch blogs' });
  });

  it('does not take the page of a proxy for the plain text of those two', async () => {
    network({ '/forgot-password': [{ status: 502, html: '<html>Bad gateway</html>' }] });
    await expect(call(forgotPassword, { body: { email: 'a' } })).rejects.toMatchObject({
      status: 502,
      message: 'Failed to send reset code',
    });
  });

  it('throws the abort itself when the caller gave up', async () => {
    const stop = new AbortController();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      stop.abort();
      return Promise.reject(signal!.reason as Error);
    });
    await expect(call(getBlogs, undefined, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('after a 401', () => {
  it('the login is refreshed once and the call repeated once', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED, USER],
      '/auth/refresh-token': [{ status: 204 }],
    });
    expect(await call(getUser)).toEqual(USER.json);
    expect(paths()).toEqual(['/auth/get-user', '/auth/refresh-token', '/auth/get-user']);
  });

  it('calls that fail together share one refresh', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED, REFUSED, REFUSED, USER, USER, USER],
      '/auth/refresh-token': [{ status: 204 }],
    });
    await Promise.all([call(getUser), call(getUser), call(getUser)]);
    expect(paths().filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
  });

  it('a second 401 is final', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED, REFUSED],
      '/auth/refresh-token': [{ status: 204 }],
    });
    await expect(call(getUser)).rejects.toMatchObject({ status: 401 });
    expect(paths()).toHaveLength(3);
  });

  it('a refused refresh leaves the call refused', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED],
      '/auth/refresh-token': [{ status: 401, json: {} }],
    });
    await expect(call(getUser)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(paths()).toHaveLength(2);
  });

  it.each([
    ['is not answered', undefined, { status: 0, code: 'NETWORK', message: 'Failed to fetch user data' }],
    [
      'is too much',
      { status: 429, json: { message: 'Later.', code: 'X' } },
      { status: 429, message: 'Later.' },
    ],
    ['fails', { status: 503, text: 'a page' }, { status: 503, message: 'Failed to fetch user data' }],
  ])(
    'a refresh that %s is told as what it is to each that waits, not as a lost login',
    async (_, answer, told) => {
      const { paths } = network({
        '/auth/get-user': [REFUSED, REFUSED],
        '/auth/refresh-token': answer ? [answer] : [],
      });
      const calls = await Promise.allSettled([call(getUser), call(getUser)]);
      for (const { reason } of calls as PromiseRejectedResult[]) expect(reason).toMatchObject(told);
      expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(paths()).toHaveLength(3);
    },
  );

  it('a wrong password is not taken for a lost login', async () => {
    const { paths } = network({
      '/sign-in': [
        { status: 401, json: { message: 'Incorrect email or password.', code: 'NotAuthorizedException' } },
      ],
    });
    await expect(call(signIn, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      message: 'Incorrect email or password.',
    });
    expect(paths()).toEqual(['/sign-in']);
  });
});
