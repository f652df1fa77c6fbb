import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { freePorts, startApp } from '#scripts/lib/running-app.ts';
import { until } from '../support/ask.ts';
import { sessionOf } from '../support/shop.ts';
import { dateIn } from '../support/stock.ts';
import { POOL_CODE, startCognitoPeer } from '../support/cognito-peer.ts';
import { testDatabase } from '../support/database.ts';
import { startS3Peer } from '../support/s3-peer.ts';
import { sampleJpeg } from '../support/sample-jpeg.ts';
import { selfSignedCertificate } from '../support/self-signed-certificate.ts';

// Everything that a practice rents, at once: the app in production, as its own process, against peers on this machine.
const EMAIL = 'maren@example.com';
const PASSWORD = 'Nettle&oats-7';

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'every-adapter-'));
const [port] = await freePorts(1);
const origin = `http://localhost:${port}`;
const provider = await startSandbox({
  port: 0,
  dataDir: folder,
  appOrigin: origin,
  practice: { name: 'Sattva & Sage' },
  clock: () => new Date(),
  environment: { NODE_ENV: 'test', SANDBOX: false },
});
const pool = await startCognitoPeer();
const store = await startS3Peer();

const { key, cert } = selfSignedCertificate(new Date());
const authority = join(folder, 'authority.pem');
writeFileSync(authority, cert);
const mails: { to: string[]; secure: boolean; raw: string }[] = [];
const mailServer = new SMTPServer({
  secure: true,
  key,
  cert,
  onAuth: ({ username, password }, _session, done) =>
    username === 'studio' && password === 'gate key'
      ? done(null, { user: username })
      : done(new Error('Who is that?')),
  onData: (stream, session, done) => {
    let raw = '';
    stream.on('data', (part: Buffer) => (raw += part.toString()));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ to, secure: session.secure, raw });
      done();
    });
  },
});
await new Promise<void>((listening) => mailServer.listen(0, 'localhost', listening));

const addressesAsked: unknown[] = [];
const component = (componentType: string, text: string) => ({
  componentType,
  componentName: { text },
  confirmationLevel: 'CONFIRMED',
});
const addressService = createServer((request, response) => {
  addressesAsked.push(request.headers['x-goog-api-key']);
  request.resume().on('end', () => {
    const addressComponents = [
      component('street_number', '1420'),
      component('route', 'SE Taylor Street'),
      component('locality', 'Portland'),
      component('administrative_area_level_1', 'Oregon'),
      component('postal_code', '97214'),
    ];
    const address = { postalAddress: { administrativeArea: 'OR' }, addressComponents };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ result: { verdict: {}, address } }));
  });
});
await new Promise<void>((listening) => addressService.listen(0, '127.0.0.1', listening));
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

const app = await startApp({
  env: {
    NODE_ENV: 'production',
    SANDBOX: '0',
    PORT: String(port),
    SITE_URL: origin,
    DATABASE_URL: database.url,
    APP_SECRET: randomBytes(24).toString('hex'),
    MASTER_KEY: randomBytes(32).toString('hex'),
    STRIPE_SECRET_KEY: provider.apiKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_endpoint_that_comes_next',
    STRIPE_WEBHOOK_SECRET_PREVIOUS: provider.webhookSecret,
    STRIPE_API_URL: provider.apiUrl,
    STRIPE_TAX: '1',
    SMTP_URL: `smtps://studio:gate%20key@localhost:${portOf(mailServer.server)}`,
    MAIL_FROM: 'Sattva & Sage <studio@sattvaandsage.example>',
    NODE_EXTRA_CA_CERTS: authority,
    S3_BUCKET: 'photos',
    S3_REGION: 'us-west-2',
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY_ID: store.access_key_id,
    S3_SECRET_ACCESS_KEY: store.secret_access_key,
    S3_PUBLIC_URL: 'https://cdn.sattvaandsage.example',
    GOOGLE_ADDRESS_KEY: 'key of the practice',
    GOOGLE_ADDRESS_URL: `http://127.0.0.1:${portOf(addressService)}`,
    AUTH_PROVIDER: 'cognito',
    COGNITO_REGION: 'us-west-2',
    COGNITO_CLIENT_ID: 'client',
    COGNITO_CLIENT_SECRET: 'client secret',
    COGNITO_USER_POOL_ID: 'us-west-2_pool',
    COGNITO_ENDPOINT: pool.endpoint,
  },
});
afterAll(async () => {
  await app.stop();
  await provider.close();
  for (const { close } of [pool, store]) close();
  addressService.closeAllConnections();
  addressService.close();
  await new Promise<void>((closed) => mailServer.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

/** A browser that keeps its cookies. */
const cookies = new Map<string, string>();
async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [name, value] = cookie.split(';')[0]!.split('=') as [string, string];
    cookies.set(name, value);
  }
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}\n${app.output()}`).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

it('a client signs up in the user pool, and the address service checks their address', async () => {
  await call('POST', '/sign-up', { username: EMAIL, password: PASSWORD });
  await call('POST', '/confirm-sign-up', { email: EMAIL, confirmation_code: POOL_CODE });
  await call('POST', '/sign-in', { username: EMAIL, password: PASSWORD });
  expect(pool.asked).toEqual(['SignUp', 'ConfirmSignUp', 'InitiateAuth']);

  const typed = { street: '1420 se taylor', unit: '', city: 'Portland', state: 'OR', zip_code: '97214' };
  const verdict = await call<{ status: string; validated_address: object }>(
    'POST',
    '/auth/validate-address',
    typed,
  );
  expect(verdict.status).toBe('CONFIRM');
  expect(addressesAsked).toEqual(['key of the practice']);
  const { data } = await call<{ data: { stripe_id: string; address: object } }>('POST', '/auth/create-user', {
    first_name: 'Maren',
    last_name: 'Holt',
    pronouns: 'she/her',
    birthdate: '1990-01-01',
    phone: '(503) 555-0142',
    address: verdict.validated_address,
  });
  expect(data.address).toMatchObject({ route: 'SE Taylor Street' });
});

it('the photo goes straight into the bucket and is served from its public URL', async () => {
  const photo = sampleJpeg();
  const { uploadUrl, photoUrl } = await call<{ uploadUrl: string; photoUrl: string }>(
    'POST',
    '/auth/get-presigned-url',
    { fileName: 'me.jpg', fileType: 'image/jpeg', fileSize: photo.length },
  );
  expect(uploadUrl).toContain(`${store.endpoint}/photos/quarantine/`);
  const headers = { 'content-type': 'image/jpeg' };
  const put = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(photo), headers });
  expect(put.status).toBe(200);
  const updated = await call<{ photo: string }>('POST', '/auth/update-profile-photo', { photoUrl });
  expect(updated.photo).toMatch(/^https:\/\/cdn\.sattvaandsage\.example\/photos\/\w+\.jpg$/);
  expect([...store.objects.keys()]).toEqual([`/photos${new URL(updated.photo).pathname}`]);
});

it('the client books and pays, and the mail arrives over TLS', async () => {
  type Service = { id: string; base_price: number; min_price: number | null; format: string };
  const services = await call<Service[]>('GET', '/get-all-wellness-services');
  const fixed = services.filter(({ min_price, format }) => min_price === null && format === 'ONE_ON_ONE');
  let item: object | undefined;
  for (let days = 3; days < 17 && !item; days++) {
    const { id: service, base_price } = fixed[0]!;
    const date = dateIn(days, new Date());
    const slots = await call<{ start: string; end: string; schedule_id: string }[]>(
      'POST',
      '/auth/get-slots',
      { service, date, availabilities: [], cart_items: [] },
    );
    const slot = slots[0];
    if (slot) {
      item = {
        service_id: service,
        schedule_id: slot.schedule_id,
        start_time: slot.start,
        end_time: slot.end,
        selectedDate: date,
        selected_price: base_price * 100,
      };
    }
  }
  const total_amount = fixed[0]!.base_price * 100;
  const { url } = await call<{ url: string }>('POST', '/auth/create-checkout', {
    items: [item],
    total_amount,
  });
  const session = sessionOf(url);
  expect(provider.control.pay(session)).toMatchObject({ ok: true });
  // Only the signed event confirms it: the success page was not opened.
  await provider.control.flush();
  const confirmed = async () => {
    const { rows } = await database.pool.query(`select 1 from bookings where status = 'CONFIRMED'`);
    return rows.length === 1;
  };
  expect(await until(confirmed, 15_000)).toBe(true);
  const status = await call<object>('GET', `/auth/checkout-status?session_id=${session}`);
  expect(status).toMatchObject({ status: 'PAID', subtotal_cents: total_amount });

  expect(await until(() => mails.length > 0, 15_000)).toBe(true);
  expect(mails).toMatchObject([{ to: [EMAIL], secure: true }]);
  const mail = await PostalMime.parse(mails[0]!.raw);
  expect(mail.from).toMatchObject({ address: 'studio@sattvaandsage.example' });
  expect(mail.attachments).toMatchObject([{ mimeType: 'text/calendar' }]);
  expect((await fetch(`${origin}/dev/mailbox`)).status).toBe(404);
});
