import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { OutputOf } from '#contract/call.ts';
import type { getPresignedUrl, getUser } from '#contract/client.calls.ts';
import { report } from '../support/profile.ts';
import { testApp } from '../support/app.ts';
import { BAD_UPLOADS } from '../support/bad-uploads.ts';
import { commentSegment, exifSegment, sampleJpeg } from '../support/sample-jpeg.ts';
import { newPerson } from './support/people.ts';

const FIVE_MB = 5 * 1024 * 1024;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000000' } });
const client = await newPerson(site, 'profile');
const photo = sampleJpeg({ metadata: [exifSegment(6), commentSegment('Nikon of Maren Okafor')] });

type Attempt = {
  name: string;
  bytes: Buffer;
  type?: string;
  /** What the browser said that it will send. */
  size?: number;
  fileName?: string;
};
const ATTEMPTS: readonly Attempt[] = [
  ...BAD_UPLOADS.map(([name, bytes]) => ({ name, bytes })),
  { name: '5 MB + 1', bytes: Buffer.concat([photo, Buffer.alloc(FIVE_MB + 1 - photo.length)]) },
  { name: 'SVG by its type', bytes: photo, type: 'image/svg+xml' },
  { name: 'HTML by its type', bytes: Buffer.from('<script>alert(1)</script>'), type: 'text/html' },
  { name: 'a page by its name', bytes: Buffer.from('<script>alert(1)</script>'), fileName: 'photo.jpg.html' },
  { name: 'an SVG called photo.jpg', bytes: Buffer.from('<svg onload="alert(1)"/>'), fileName: 'photo.jpg' },
  { name: 'longer than it said', bytes: photo, size: photo.length - 1 },
  { name: 'shorter than it said', bytes: photo, size: photo.length + 1 },
];
let published = 0;
let unsigned = 0;
let signatures = 0;
afterAll(() => {
  report(
    'S8',
    'bad uploads and bad signatures: 0 published',
    `${published} of ${ATTEMPTS.length} bad uploads published, ${unsigned} of ${signatures} bad signatures taken`,
    published + unsigned === 0 && ATTEMPTS.length >= 40 && signatures > 0,
  );
});

const send = (method: 'POST' | 'PUT', url: string, payload: object, headers: Record<string, string> = {}) =>
  client.request({ method, url, payload, headers });
async function issue(more: object = {}): Promise<OutputOf<typeof getPresignedUrl>> {
  const answer = await send('POST', '/auth/get-presigned-url', {
    fileName: 'profile.jpg',
    fileType: 'image/jpeg',
    ...more,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname + search;
};
/** Uploads like any caller who has the address, without a session. */
const upload = (url: string, payload: Buffer, type = 'image/jpeg') =>
  site.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } });
const save = async (photoUrl: string): Promise<number> =>
  (await send('POST', '/auth/update-profile-photo', { photoUrl })).statusCode;
const shownPhoto = async (): Promise<string | null> =>
  (await client.request({ url: '/auth/get-user' })).json<OutputOf<typeof getUser>>().data!.photo;
/** Every file of the site's folder that a browser could be sent. */
const publishedFiles = (): string[] =>
  (readdirSync(site.dataDir, { recursive: true }) as string[]).filter((path) =>
    /published.*\.jpe?g$/.test(path),
  );

it.each(ATTEMPTS)('S8: $name is not published', async ({ bytes, type, size, fileName }) => {
  const before = publishedFiles().length;
  const { uploadUrl, photoUrl } = await issue({
    ...(size === undefined ? {} : { fileSize: size }),
    ...(fileName === undefined ? {} : { fileName }),
  });
  const taken = await upload(pathOf(uploadUrl), bytes, type);
  expect(taken.statusCode).toBeLessThan(500);
  const saved = await save(photoUrl);
  // Where it would lie if it had been published under the name that was given out.
  const direct = await site.request({ url: pathOf(photoUrl) });
  const isOut = saved < 400 || direct.statusCode === 200 || publishedFiles().length > before;
  if (isOut) published += 1;
  expect([saved === 404 || saved === 422, direct.statusCode, isOut]).toEqual([true, 404, false]);
  expect(await shownPhoto()).toBeNull();
});

it('S8: an upload to a manipulated URL is refused', async () => {
  const [mine, other] = [await issue({ fileSize: photo.length }), await issue()];
  const change = (name: string, value: string | null): string => {
    const url = new URL(mine.uploadUrl, 'http://localhost');
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.pathname + url.search;
  };
  const given = (name: string, { uploadUrl } = mine): string =>
    new URL(uploadUrl, 'http://localhost').searchParams.get(name) ?? '';
  const plain = pathOf(mine.uploadUrl);
  const bad = [
    change('signature', 'x'),
    change('signature', ''),
    change('signature', null),
    change('signature', given('signature', other)),
    change('signature', given('signature').toUpperCase()),
    change('signature', `${given('signature')}=`),
    change('signature', given('signature').slice(0, -1)),
    `${plain}&signature=x`,
    change('expires', '9999999999999'),
    change('expires', 'never'),
    change('expires', ''),
    change('expires', null),
    change('size', String(photo.length + 1)),
    change('size', '0'),
    change('size', null),
    plain.replace(/uploads\/[0-9a-f]+/, `uploads/${'0'.repeat(32)}`),
    plain.replace(/uploads\/[0-9a-f]+/, 'uploads/..%2f..%2fpublished%2fx'),
    plain.split('?')[0]!,
  ];
  signatures = bad.length;
  for (const url of bad) {
    const { statusCode } = await upload(url, photo);
    if (statusCode < 400) unsigned += 1;
    expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
  }
});

it('S8: a valid photo is published without its location and camera data', async () => {
  const { uploadUrl, photoUrl } = await issue({ fileSize: photo.length });
  expect((await upload(pathOf(uploadUrl), photo)).statusCode).toBe(200);
  expect(await save(photoUrl)).toBe(200);
  const shown = await site.request({ url: pathOf((await shownPhoto())!) });
  expect(shown.statusCode).toBe(200);
  for (const secret of ['45.5222', 'Nikon', 'Okafor'])
    expect([secret, photo.includes(secret), shown.rawPayload.includes(secret)]).toEqual([
      secret,
      true,
      false,
    ]);
  const [file, ...others] = publishedFiles();
  expect(others).toEqual([]);
  expect(readFileSync(join(site.dataDir, file!)).equals(shown.rawPayload)).toBe(true);
});
