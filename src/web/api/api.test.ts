import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn, getBlogs, forgotPassword, getUser } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';

type Answer = { status: number; json?: unknown; text?: string; html?: string };

/** A fake network: answers each path with the next of its answers and records the requests. */
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
  it('returns the response body', async () => {
    network({ '/get-blogs': [{ status: 200, json: [] }] });
    expect(await call(getBlogs)).toEqual([]);
  });

  it('sends JSON with cookies, or without them if the contract says so', async () => {
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

  it('throws the message, code and details of an error response', async () => {
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

  it('throws the plain text of the two calls whose errors are plain text', async () => {
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
    ['no response', undefined, 0],
  ])('falls back to the text of product.md §8 on %s', async (_, answer, status) => {
    network({ '/get-blogs': answer ? [answer] : [] });
    await expect(call(getBlogs)).rejects.toMatchObject({ status, message: 'Failed to fetch blogs' });
  });

  it('does not show the page of a proxy as the plain text of those two', async () => {
    network({ '/forgot-password': [{ status: 502, html: '<html>Bad gateway</html>' }] });
    await expect(call(forgotPassword, { body: { email: 'a' } })).rejects.toMatchObject({
      status: 502,
      message: 'Failed to send reset code',
    });
  });

  it('throws the abort error when the caller aborted', async () => {
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
  it('refreshes the session once and repeats the call once', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED, USER],
      '/auth/refresh-token': [{ status: 204 }],
    });
    expect(await call(getUser)).toEqual(USER.json);
    expect(paths()).toEqual(['/auth/get-user', '/auth/refresh-token', '/auth/get-user']);
  });

  it('shares one refresh between calls that fail together', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED, REFUSED, REFUSED, USER, USER, USER],
      '/auth/refresh-token': [{ status: 204 }],
    });
    await Promise.all([call(getUser), call(getUser), call(getUser)]);
    expect(paths().filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
  });

  it('gives up after a second 401', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED, REFUSED],
      '/auth/refresh-token': [{ status: 204 }],
    });
    await expect(call(getUser)).rejects.toMatchObject({ status: 401 });
    expect(paths()).toHaveLength(3);
  });

  it('throws the 401 of the call when the refresh is refused', async () => {
    const { paths } = network({
      '/auth/get-user': [REFUSED],
      '/auth/refresh-token': [{ status: 401, json: {} }],
    });
    await expect(call(getUser)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(paths()).toHaveLength(2);
  });

  it.each([
    ['gets no response', undefined, { status: 0, code: 'NETWORK', message: 'Failed to fetch user data' }],
    [
      'is rate-limited',
      { status: 429, json: { message: 'Later.', code: 'X' } },
      { status: 429, message: 'Later.' },
    ],
    ['fails', { status: 503, text: 'a page' }, { status: 503, message: 'Failed to fetch user data' }],
  ])(
    'reports a refresh that %s to every waiting call as such, not as a lost session',
    async (_, answer, reported) => {
      const { paths } = network({
        '/auth/get-user': [REFUSED, REFUSED],
        '/auth/refresh-token': answer ? [answer] : [],
      });
      const calls = await Promise.allSettled([call(getUser), call(getUser)]);
      for (const { reason } of calls as PromiseRejectedResult[]) expect(reason).toMatchObject(reported);
      expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(paths()).toHaveLength(3);
    },
  );

  it('does not treat a wrong password as a lost session', async () => {
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
