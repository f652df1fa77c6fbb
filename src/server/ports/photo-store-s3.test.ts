import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createS3PhotoStore } from './photo-store-s3.ts';
import type { PhotoStore } from './photo-store.ts';

const ACCESS_KEY = 'AKIDEXAMPLE';
const SECRET_KEY = 'a secret key that opens nothing at all';
const objects = new Map<string, { body: Buffer; headers: IncomingMessage['headers'] }>();

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature Version 4 as AWS describes it, computed anew from what arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const url = new URL(request.url!, 'http://peer');
  const fromQuery = url.searchParams.has('X-Amz-Signature');
  const header = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
    request.headers.authorization ?? '',
  );
  const credential = fromQuery ? url.searchParams.get('X-Amz-Credential')! : header?.[1];
  const names = fromQuery ? url.searchParams.get('X-Amz-SignedHeaders')! : header?.[2];
  const signature = fromQuery ? url.searchParams.get('X-Amz-Signature') : header?.[3];
  const at = fromQuery ? url.searchParams.get('X-Amz-Date')! : String(request.headers['x-amz-date']);
  if (!credential || !names || !signature) return false;
  const [access, ...scope] = credential.split('/');
  if (access !== ACCESS_KEY) return false;
  const payload = fromQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
  if (!fromQuery && payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  url.searchParams.delete('X-Amz-Signature');
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${SECRET_KEY}`);
  if (hmac(key, toSign).toString('hex') !== signature) return false;
  if (!fromQuery) return true;
  const from = Date.parse(at.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
  return Date.now() < from + Number(url.searchParams.get('X-Amz-Expires')) * 1000;
}

const peer = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const path = decodeURIComponent(new URL(request.url!, 'http://peer').pathname);
    if (!isSigned(request, body)) {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    } else if (request.method === 'PUT') {
      objects.set(path, { body, headers: request.headers });
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else {
      const found = objects.get(path);
      if (found) response.writeHead(200, { 'content-length': found.body.length }).end(found.body);
      else
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code></Error>');
    }
  });
});

let photos: PhotoStore;
let endpoint: string;
beforeAll(async () => {
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening));
  endpoint = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
  photos = createS3PhotoStore({
    bucket: 'photos',
    region: 'us-west-2',
    endpoint,
    access_key_id: ACCESS_KEY,
    secret_access_key: SECRET_KEY,
    public_url: 'https://cdn.sattvaandsage.example/',
  });
});
afterAll(() => {
  peer.closeAllConnections();
  peer.close();
});

const key = 'a'.repeat(32);
const photo = Buffer.from('the bytes of a photo');
const issue = (size: number | null = photo.length, seconds = 300, now = new Date()) =>
  photos.issueUpload(key, { size, now, expires_at: new Date(now.getTime() + seconds * 1000) });
const put = async (url: string, body: Buffer = photo, type = 'image/jpeg') =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } })).status;

it('signs an upload that a browser can make, without a checksum of an empty body', async () => {
  const url = await issue();
  expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
  expect(url).not.toMatch(/checksum|crc32/i);
  expect(await put(url)).toBe(200);
  expect(await photos.readUpload(key)).toEqual(photo);
  expect([...objects.keys()]).toEqual([`/photos/quarantine/${key}.jpg`]);
});

it('lets nothing be changed: type, length, key, time, signature', async () => {
  const url = await issue();
  const changed = (name: string, value: string) => {
    const other = new URL(url);
    other.searchParams.set(name, value);
    return other.href;
  };
  expect(await put(url, photo, 'text/html')).toBe(403);
  expect(await put(url, Buffer.concat([photo, photo]))).toBe(403);
  expect(await put(url.replace(key, 'b'.repeat(32)))).toBe(403);
  expect(await put(url.replace('quarantine', 'photos'))).toBe(403);
  expect(await put(changed('X-Amz-Expires', '604800'))).toBe(403);
  expect(await put(changed('X-Amz-SignedHeaders', 'host'))).toBe(403);
  expect(await put(changed('X-Amz-Signature', '0'.repeat(64)))).toBe(403);
  expect(await put(await issue(photo.length, 300, new Date(Date.now() - 301_000)))).toBe(403);
  expect((await fetch(url)).status).toBe(403);
  // without a length the type is signed all the same
  expect(await put(await issue(null), photo, 'text/html')).toBe(403);
  expect(await put(await issue(null))).toBe(200);
});

it('publishes for good, and removes', async () => {
  await photos.publish('c'.repeat(32), photo);
  expect(objects.get(`/photos/photos/${'c'.repeat(32)}.jpg`)).toMatchObject({
    body: photo,
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  });
  expect(photos.urlOf('c'.repeat(32))).toBe(`https://cdn.sattvaandsage.example/photos/${'c'.repeat(32)}.jpg`);
  await photos.removePhoto('c'.repeat(32));
  await photos.removePhoto('c'.repeat(32));
  await photos.removeUpload(key);
  expect([...objects.keys()]).toEqual([]);
  expect(await photos.readUpload(key)).toBeNull();
});

it('never reads more than 5 MB', async () => {
  objects.set(`/photos/quarantine/${key}.jpg`, { body: Buffer.alloc(5 * 1024 * 1024 + 1), headers: {} });
  expect(await photos.readUpload(key)).toBe('TOO_LARGE');
});

it('names the origins that a page must be allowed to reach', () => {
  expect(photos.origins).toEqual([endpoint, 'https://cdn.sattvaandsage.example']);
  expect(photos.local).toBeNull();
});
