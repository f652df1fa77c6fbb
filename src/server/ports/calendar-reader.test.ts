import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSignedCertificate } from '#tests/support/self-signed-certificate.ts';
import { calendarAddress, createCalendarReader, MOST_BYTES } from './calendar-reader.ts';
import { isPublicAddress } from './public-address.ts';

// The reader of other calendars against a server on this machine: whom it connects to, and how much it takes.

const NOW = new Date();
const certificate = selfSignedCertificate(NOW);
const FILE = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
let connections = 0;
let requests: IncomingMessage[] = [];
let reply: (request: IncomingMessage, response: ServerResponse) => void;
const peer = createServer(certificate, (request, response) => {
  requests.push(request);
  reply(request, response);
});
peer.on('connection', () => (connections += 1));
await new Promise<void>((resolve) => void peer.listen(0, '127.0.0.1', resolve));
const { port } = peer.address() as AddressInfo;
afterAll(() => {
  peer.closeAllConnections();
  peer.close();
});

/** Answers with these addresses, one at each question. */
const lookupOf = (...addresses: string[]): LookupFunction => {
  let n = 0;
  return (_, __, answer) => {
    const address = addresses[Math.min(n++, addresses.length - 1)]!;
    answer(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
};
/** To this reader the server is on the public internet. */
const reader = (options: Partial<Parameters<typeof createCalendarReader>[0]> = {}) =>
  createCalendarReader({
    allowed_hosts: [],
    lookup: lookupOf('127.0.0.1'),
    is_public: (address) => address === '127.0.0.1',
    ca: certificate.cert,
    ...options,
  });
const here = `https://localhost:${port}`;
const UNREACHABLE = { kind: 'FAILED', reason: 'UNREACHABLE', retry_after_ms: null };

beforeEach(() => {
  connections = 0;
  requests = [];
  reply = (_, response) => response.setHeader('etag', '"a"').end(FILE);
});

describe('19: whom it connects to', () => {
  test.each([
    'http://calendar.example/a.ics',
    'file:///etc/passwd',
    'ftp://calendar.example/a.ics',
    'https://me:secret@calendar.example/a.ics',
    'javascript:1',
    'calendar',
    '',
  ])('%s is no address', (typed) => expect(calendarAddress(typed)).toBeNull());
  test('webcal: means https:', () => {
    expect(calendarAddress(' webcal://calendar.example/a.ics')).toBe('https://calendar.example/a.ics');
    expect(calendarAddress('webcal://127.0.0.1/a.ics')).toBe('https://127.0.0.1/a.ics');
  });

  const OF_THIS_MACHINE = [
    `https://127.0.0.1:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://localhost:${port}/`,
  ];
  test.each([
    ...OF_THIS_MACHINE,
    `https://[::1]:${port}/`,
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
  ])('%s: no connection, and the same answer as for any other', async (address) => {
    const real = reader({ is_public: isPublicAddress });
    expect(await real.read(address, null, NOW)).toEqual(UNREACHABLE);
    expect([connections, requests]).toEqual([0, []]);
  });

  test.each(OF_THIS_MACHINE)(
    'control: without the check of its address, %s is connected to',
    async (address) => {
      await reader({ is_public: () => true }).read(address, null, NOW);
      expect(connections).toBe(1);
    },
  );

  test('a name that means another address the second time', async () => {
    const rebound = reader({ lookup: lookupOf('127.0.0.1', '10.0.0.1') });
    expect(await rebound.read(`${here}/a.ics`, null, NOW)).toMatchObject({ kind: 'READ' });
    expect(await rebound.read(`${here}/a.ics`, null, NOW)).toEqual(UNREACHABLE);
    expect(connections).toBe(1);
  });
  test('control: checked the first time only, that address is connected to', async () => {
    let checks = 0;
    const rebound = reader({
      lookup: lookupOf('127.0.0.2', '127.0.0.1'),
      is_public: (address) => checks++ > 0 || address === '127.0.0.2',
    });
    expect(await rebound.read(`${here}/a.ics`, null, NOW)).toEqual(UNREACHABLE);
    expect(await rebound.read(`${here}/a.ics`, null, NOW)).toMatchObject({ kind: 'READ' });
  });

  test.each([
    `https://127.0.0.2:${'PORT'}/`,
    'https://[::1]:PORT/',
    'http://localhost:PORT/',
    'file:///etc/passwd',
    'https://a:b@localhost:PORT/',
  ])('a redirect to %s is not followed', async (target) => {
    reply = (_, response) =>
      response.writeHead(302, { location: target.replace('PORT', String(port)) }).end();
    expect(await reader().read(`${here}/a.ics`, null, NOW)).toEqual(UNREACHABLE);
    expect(connections).toBe(1);
  });

  test('three redirects are followed, a loop is not', async () => {
    reply = ({ url }, response) => {
      const n = Number(url!.slice(1));
      if (n === 0) response.end(FILE);
      else response.writeHead(302, { location: `/${n - 1}` }).end();
    };
    expect(await reader().read(`${here}/3`, null, NOW)).toMatchObject({ kind: 'READ' });
    expect(await reader().read(`${here}/4`, null, NOW)).toEqual(UNREACHABLE);
    expect(requests).toHaveLength(8);
  });

  test('a server in her own house, where the setting names it', async () => {
    const at_home = { is_public: isPublicAddress, allowed_hosts: ['localhost'] };
    expect(await reader(at_home).read(`${here}/a.ics`, null, NOW)).toMatchObject({ kind: 'READ' });
    expect(await reader({ ...at_home, allowed_hosts: ['nas'] }).read(`${here}/a.ics`, null, NOW)).toEqual(
      UNREACHABLE,
    );
  });

  test('a certificate that is not trusted', async () => {
    expect(
      await createCalendarReader({ allowed_hosts: ['localhost'] }).read(`${here}/a.ics`, null, NOW),
    ).toEqual(UNREACHABLE);
    expect(requests).toEqual([]);
  });
});

describe('how much it takes', () => {
  test('a file, packed or not, with what the server says about its version', async () => {
    for (const encoding of ['identity', 'gzip'] as const) {
      reply = (_, response) =>
        response
          .writeHead(200, {
            'content-encoding': encoding,
            'last-modified': 'Tue, 01 Dec 2026 17:00:00 GMT',
            etag: '"b"',
          })
          .end(encoding === 'gzip' ? gzipSync(FILE) : FILE);
      const read = await reader().read(`${here}/a.ics`, null, NOW);
      expect(read).toMatchObject({
        kind: 'READ',
        known: { etag: '"b"', last_modified: 'Tue, 01 Dec 2026 17:00:00 GMT' },
      });
      expect(read.kind === 'READ' && new TextDecoder().decode(read.bytes)).toBe(FILE);
    }
  });
  test('it says what it knows, and takes "not changed"', async () => {
    reply = (_, response) => response.writeHead(304).end();
    const known = { etag: '"b"', last_modified: 'Tue, 01 Dec 2026 17:00:00 GMT' };
    expect(await reader().read(`${here}/a.ics`, known, NOW)).toEqual({ kind: 'UNCHANGED' });
    expect(requests[0]!.headers).toMatchObject({
      'if-none-match': '"b"',
      'if-modified-since': known.last_modified,
    });
  });
  test.each([
    [401, 'GONE'],
    [403, 'GONE'],
    [404, 'GONE'],
    [410, 'GONE'],
    [500, 'UNREACHABLE'],
    [429, 'UNREACHABLE'],
  ])('%i', async (status, reason) => {
    reply = (_, response) => response.writeHead(status, { 'retry-after': '120' }).end('no');
    expect(await reader().read(`${here}/a.ics`, null, NOW)).toEqual({
      kind: 'FAILED',
      reason,
      retry_after_ms: 120_000,
    });
  });
  test('a date to come again, a day ahead at most', async () => {
    reply = (_, response) =>
      response.writeHead(503, { 'retry-after': new Date(NOW.getTime() + 10 ** 9).toUTCString() }).end();
    expect(await reader().read(`${here}/a.ics`, null, NOW)).toMatchObject({ retry_after_ms: 24 * 3_600_000 });
  });
  test('10 MB after unpacking, however small it comes', async () => {
    const packed = gzipSync(Buffer.alloc(8 * MOST_BYTES));
    reply = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    const before = process.memoryUsage().rss;
    expect(await reader({ deadline_ms: 120_000 }).read(`${here}/a.ics`, null, NOW)).toMatchObject({
      kind: 'FAILED',
      reason: 'TOO_LARGE',
    });
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(60);
  });
  test.each([
    ['says nothing', () => undefined],
    [
      'sends a byte at a time',
      (_: IncomingMessage, response: ServerResponse) =>
        void setInterval(() => response.write('B'), 10).unref(),
    ],
    [
      'breaks off',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': '900' }).write('BEGIN', () => response.destroy()),
    ],
    [
      'sends what cannot be unpacked',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end('BEGIN:VCALENDAR'),
    ],
  ])('a server that %s', async (_, answer) => {
    reply = answer;
    expect(await reader({ deadline_ms: 300 }).read(`${here}/a.ics`, null, NOW)).toEqual(UNREACHABLE);
  });
});
