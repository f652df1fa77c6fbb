import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { newToken } from '#server/sessions/tokens.ts';
import { ROWS } from '../attacks/support/routes.ts';
import { testApp, type TestSession } from '../support/app.ts';

const site = await testApp();
let port = 0;
let maren: TestSession;
beforeAll(async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = site.app.server.address() as AddressInfo);
  maren = await site.signIn('demo@example.com');
});

/** Sends a head that promises a body, and one byte of it. Answers what came back within a moment, '' if nothing did. */
async function sendHead(route: string, headers: Record<string, string>, bytes = 60_000): Promise<string> {
  const [method, path] = route.split(' ');
  const lines = Object.entries({
    host: 'localhost',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': String(bytes),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n{`);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  // An answer that waits for the body never comes: another request, sent after it, shows how long is long enough.
  const deadline = performance.now() + 3000;
  while (answer === '' && performance.now() < deadline) {
    await fetch(`http://127.0.0.1:${port}/healthz`);
    if (answer === '' && performance.now() > deadline - 2000 && headers['x-waits'] !== undefined) break;
  }
  socket.destroy();
  return answer;
}

const isPublic = (route: string) => ROWS.some((row) => row.route === route && row.access === 'public');
const signedIn = [
  ...new Set(ROWS.map(({ route }) => route).filter((route) => !isPublic(route) && !route.startsWith('GET'))),
];

describe('access is decided before the body is read', () => {
  it.each(signedIn)('%s answers a visitor whose body never arrives', async (route) => {
    const answer = await sendHead(route, {});
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it.each(['PATCH /auth/update-user-notes?id=x', 'POST /auth/upload-form'])(
    '%s, which takes a large body, checks an invented session first',
    async (route) => {
      expect(await sendHead(route, { cookie: `access=${newToken()}` })).toMatch(/^HTTP\/1\.1 401 /);
    },
  );

  it('control: a client’s body is waited for', async () => {
    const cookie = `access=${maren.access}`;
    expect(await sendHead('PATCH /auth/update-user-notes?id=x', { cookie, 'x-waits': '1' })).toBe('');
  });

  it('an upload with a wrong signature and an event without one are refused unread', async () => {
    const upload = `PUT /uploads/${'0'.repeat(32)}?signature=x&expires=9999999999999`;
    expect(await sendHead(upload, { 'content-type': 'image/jpeg' }, 4_990_000)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await sendHead('POST /webhooks/stripe', {}, 200_000)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('an upload that declares more than its URL allows is refused unread', async () => {
    const asked = await maren.request({
      method: 'POST',
      url: '/auth/get-presigned-url',
      payload: { fileName: 'p.jpg', fileType: 'image/jpeg', fileSize: 1000 },
    });
    const { pathname, search } = new URL(asked.json<{ uploadUrl: string }>().uploadUrl);
    const answer = await sendHead(`PUT ${pathname}${search}`, { 'content-type': 'image/jpeg' }, 4_000_000);
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  });
});

describe('the size of a body is limited before it is parsed', () => {
  it('a public call accepts 8 KB', async () => {
    const send = (length: number) =>
      site.request({
        method: 'POST',
        url: '/sign-in',
        payload: { username: 'a@example.com', password: 'x'.repeat(length) },
      });
    expect((await send(9000)).statusCode).toBe(413);
    expect((await send(100)).statusCode).toBe(401);
  });

  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(36), 0]));
  it('a body with too many values is refused without being parsed', async () => {
    const ask = (count: number) =>
      maren.request({
        method: 'POST',
        url: '/auth/validate-address',
        payload: { ...keys(count), street: '1 Main St', zip_code: '97214' },
      });
    expect((await ask(7000)).statusCode).toBe(400);
    expect((await ask(100)).statusCode).toBe(200);
    const notes = (count: number) =>
      maren.request({
        method: 'PATCH',
        url: '/auth/update-user-notes?id=x',
        payload: { notes: keys(count) },
      });
    expect((await notes(110_000)).statusCode).toBe(400);
    expect((await notes(100)).statusCode).toBe(422);
  });
});

it('two Host lines are refused', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 /);
});

it('request ids do not reveal the number of requests', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => (await site.request({ url: '/healthz' })).headers['x-request-id']),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  expect(ids[0]).not.toBe(ids[1]);
});
