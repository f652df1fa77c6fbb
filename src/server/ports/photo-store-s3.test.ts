import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startS3Peer } from '#tests/support/s3-peer.ts';
import { createS3PhotoStore } from './photo-store-s3.ts';

const { objects, close, endpoint, access_key_id, secret_access_key } = await startS3Peer();
afterAll(close);
const photos = await createS3PhotoStore({
  bucket: 'photos',
  region: 'us-west-2',
  endpoint,
  access_key_id,
  secret_access_key,
  public_url: 'https://cdn.sattvaandsage.example/',
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

it.each([
  ['photos', 'us-east-1'],
  ['photos.sattva.example', 'us-west-2'],
  ['photos', 'cn-north-1'],
])('names the origin that uploads really go to: %s in %s', async (bucket, region) => {
  const store = await createS3PhotoStore({
    bucket,
    region,
    access_key_id,
    secret_access_key,
    public_url: 'https://cdn.sattvaandsage.example',
  });
  const [now, expires_at] = [new Date(), new Date(Date.now() + 60_000)];
  const url = await store.issueUpload(key, { size: 1, now, expires_at });
  expect(store.origins[0]).toBe(new URL(url).origin);
});

it('gives a store up that says nothing, and one that stops in the middle', async () => {
  let answered = 0;
  const silent = createServer((_request, response) => {
    answered += 1;
    // The third try is answered by half.
    if (answered > 2) response.writeHead(200, { 'content-length': 100 }).write('half');
  });
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const store = await createS3PhotoStore({
    bucket: 'photos',
    region: 'us-west-2',
    endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    access_key_id,
    secret_access_key,
    public_url: 'https://cdn.sattvaandsage.example',
    timeout_ms: 100,
  });
  await expect(store.readUpload(key)).rejects.toThrow();
  expect(answered).toBe(2);
  await expect(store.readUpload(key)).rejects.toThrow();
  silent.closeAllConnections();
  silent.close();
});
