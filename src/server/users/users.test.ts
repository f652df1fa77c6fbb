import {
  createUser,
  deleteUser,
  getPresignedUrl,
  getUser,
  refreshToken,
  updateProfilePhoto,
  updateUser,
  validateAddress,
} from '#contract/client.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import { PHONE_PROBLEM } from '#domain/people/phone.ts';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import type { Payments } from '../ports/payments.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { ensureCustomer } from '../checkout/open-payment-page.ts';
import { exifSegment, sampleJpeg } from '#tests/support/sample-jpeg.ts';

let paymentsDown = false;
const asked: { user_id: string; email: string; name: string }[] = [];
const payments = {
  createCustomer: async (user: { user_id: string; email: string; name: string }) => {
    asked.push(user);
    return paymentsDown
      ? { ok: false, outcome: 'UNKNOWN', code: 'ECONNREFUSED', reason: 'down', conclusive: false }
      : { ok: true, value: { customer_id: `cus_${user.user_id}` } };
  },
} as unknown as Payments;
const clock = () => new Date();
const site = await testApp({ seeded: false, clock, deps: { payments } });
const { app, db, deps, origin } = site;
const folder = join(site.dataDir, 'photos');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: fixedClock().now() });
  paymentsDown = false;
});
afterEach(() => {
  vi.useRealTimers();
});

let people = 0;
const newBrowser = async () => {
  const browser = new Browser(app);
  const email = `client${(people += 1)}@example.com`;
  await browser.signUpAndIn(email);
  return { browser, email };
};
const profile = {
  first_name: ' Maren ',
  last_name: 'Okafor\r\nBcc: x',
  pronouns: 'she/they',
  birthdate: '1988-05-14',
  phone: '(503) 555-0142',
};
const address = {
  street_number: '1420',
  route: 'SE Taylor Street',
  subpremise: '3B',
  city: 'Portland',
  state: 'OR',
  zip_code: '97214',
};
const newClient = async (more: object = {}) => {
  const { browser, email } = await newBrowser();
  const created = await browser.call(createUser, { body: { ...profile, ...more } });
  expect(created.status).toBe(201);
  return { browser, email, user: created.json.data };
};
const userOf = async (browser: Browser) => (await browser.call(getUser)).json.data;

describe('GET /auth/get-user', () => {
  it('is 401 for a visitor, null before the record', async () => {
    expect(await new Browser(app).call(getUser)).toMatchObject({
      status: 401,
      json: { code: 'NOT_SIGNED_IN' },
    });
    const { browser, email } = await newBrowser();
    expect(await browser.call(getUser)).toMatchObject({
      status: 200,
      json: { data: null, email, contact_email: 'hello@sattvaandsage.example', payment_provider: 'sandbox' },
    });
  });
});

describe('POST /auth/create-user', () => {
  it('makes the record; what the server decides cannot be sent', async () => {
    const { browser, email } = await newBrowser();
    const answer = await browser.send('POST', '/auth/create-user', {
      ...profile,
      address,
      id: '00000000-0000-4000-8000-000000000000',
      email: 'other@example.com',
      cognito_sub: 'me',
      stripe_id: 'cus_stolen',
      created_at: '2001-01-01T00:00:00Z',
      house_call_approved: true,
      marked_known: true,
      photo: 'https://evil.example/x.jpg',
    });
    expect(answer.status).toBe(201);
    const user = (answer.json as OutputOf<typeof createUser>).data;
    expect(user).toMatchObject({
      first_name: 'Maren',
      last_name: 'Okafor Bcc: x',
      pronouns: 'she/they',
      birthdate: '1988-05-14',
      phone: '+15035550142',
      email,
      address,
      photo: null,
      house_call_approved: false,
      marked_known: false,
      created_at: '2026-03-02T17:00:00.000Z',
      stripe_id: `cus_${user.id}`,
    });
    expect(user.id).not.toBe('00000000-0000-4000-8000-000000000000');
    expect(asked.at(-1)).toEqual({ user_id: user.id, email, name: 'Maren Okafor Bcc: x' });
    expect(await browser.call(createUser, { body: profile })).toMatchObject({
      status: 409,
      json: { code: 'RECORD_EXISTS' },
    });
  });

  it('makes one record of two calls at once', async () => {
    const { browser } = await newBrowser();
    const answers = await Promise.all([1, 2, 3].map(() => browser.call(createUser, { body: profile })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('does not wait for payments: the customer is made later', async () => {
    paymentsDown = true;
    const { browser, user } = await newClient();
    expect(user.stripe_id).toBeNull();
    paymentsDown = false;
    const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(await ensureCustomer(deps, row)).toBe(`cus_${user.id}`);
    expect(await userOf(browser)).toMatchObject({ stripe_id: `cus_${user.id}` });
  });

  it.each([
    [{ pronouns: undefined }, 'pronouns', 'Please enter your pronouns'],
    [{ pronouns: '  ' }, 'pronouns', 'Please enter your pronouns'],
    [{ birthdate: undefined }, 'birthdate', 'Please enter your birthday'],
    [{ birthdate: '2026-02-30' }, 'birthdate', 'Please enter a valid birthday'],
    [{ birthdate: '2026-03-02' }, 'birthdate', 'Birthday must be in the past'],
    [{ phone: undefined }, 'phone', 'Please enter your phone number'],
    [{ phone: '020 7946 0000' }, 'phone', PHONE_PROBLEM],
    [{ first_name: 'x'.repeat(101) }, 'first_name', 'Please keep this under 100 characters.'],
    [{ first_name: 'a\u0000b' }, 'first_name', 'This text contains a character that cannot be stored.'],
  ])('names the field: %j', async (wrong, field, words) => {
    const { browser } = await newBrowser();
    expect(await browser.call(createUser, { body: { ...profile, ...wrong } as never })).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT', details: { [field]: words } },
    });
  });

  it.each([
    ['blank', { street_number: ' ', route: '' }, null],
    ['none', null, null],
  ])('takes no address: %s', async (_name, given, stored) => {
    expect((await newClient({ address: given })).user.address).toBe(stored);
  });

  it('runs the checker again on an address', async () => {
    const { browser } = await newBrowser();
    expect(
      await browser.call(createUser, { body: { ...profile, address: { ...address, zip_code: '' } } }),
    ).toMatchObject({
      status: 422,
      json: {
        code: 'ADDRESS_INCOMPLETE',
        message: 'Address validation failed',
        details: { zip_code: 'the ZIP code is missing' },
      },
    });
    const { user } = await newClient({ address: { ...address, route: 'se taylor st' } });
    expect(user.address).toEqual(address);
  });

  it('keeps an address that the check does not know once the client insists, and marks it', async () => {
    const { browser } = await newClient({ address });
    const unknown = { ...address, street_number: '12-A', zip_code: '00000' };
    expect(await browser.call(updateUser, { body: { address: unknown } })).toMatchObject({
      status: 422,
      json: { code: 'ADDRESS_UNVERIFIED', details: { zip_code: 'there is no ZIP code 00000' } },
    });
    const keep = (typed: object) =>
      browser.call(updateUser, { body: { address: { ...typed, unverified: true } } });
    expect(await keep({ ...unknown, city: '' })).toMatchObject({
      status: 422,
      json: { code: 'ADDRESS_INCOMPLETE' },
    });
    expect(await keep(unknown)).toMatchObject({ status: 200 });
    expect(await userOf(browser)).toMatchObject({ address: { ...unknown, unverified: true } });
    // What the check knows is verified, whatever was asked for.
    expect(await keep({ ...address, street_number: '123½' })).toMatchObject({ status: 200 });
    expect((await userOf(browser))?.address).toEqual({ ...address, street_number: '123½' });
  });
});

describe('PUT /auth/update-user', () => {
  it('changes what is sent, and only what may be', async () => {
    const { browser } = await newClient({ address });
    const answer = await browser.send('PUT', '/auth/update-user', {
      birthdate: '5/9/1990',
      house_call_approved: true,
      marked_known: true,
      stripe_id: 'cus_stolen',
    });
    expect(answer).toMatchObject({ status: 200, json: { message: 'Profile updated successfully' } });
    expect(await userOf(browser)).toMatchObject({
      first_name: 'Maren',
      birthdate: '1990-05-09',
      address,
      house_call_approved: false,
      marked_known: false,
    });
    await browser.call(updateUser, {
      body: {
        address: {
          ...address,
          city: '',
          street_number: '',
          route: '',
          subpremise: '',
          state: '',
          zip_code: '',
        },
      },
    });
    expect(await userOf(browser)).toMatchObject({ address: null });
  });

  it('needs a record', async () => {
    const { browser } = await newBrowser();
    expect(await browser.call(updateUser, { body: profile })).toMatchObject({
      status: 403,
      json: { code: 'NO_RECORD' },
    });
  });

  it('keeps a blank out of the required fields', async () => {
    const { browser } = await newClient();
    expect(await browser.call(updateUser, { body: { phone: '' } })).toMatchObject({ status: 422 });
    expect(await userOf(browser)).toMatchObject({ phone: '+15035550142' });
  });
});

describe('POST /auth/validate-address', () => {
  it('answers before there is a record, in the fields of product.md §3.1', async () => {
    const { browser } = await newBrowser();
    const ask = (body: object) => browser.call(validateAddress, { body });
    expect(
      await ask({
        street: '1420 SE Taylor St',
        unit: '3B',
        city: 'Portland',
        state: 'OR',
        zip_code: '97214',
      }),
    ).toMatchObject({
      status: 200,
      json: { status: 'CONFIRM', validated_address: address },
    });
    expect(await ask({ street: 'SE Taylor Street' })).toMatchObject({
      json: {
        status: 'FIX',
        missing_components: { street_number: expect.any(String), city: expect.any(String) },
        validated_address: null,
      },
    });
    expect(await new Browser(app).call(validateAddress, { body: {} })).toMatchObject({ status: 401 });
  });
});

describe('the profile photo', () => {
  const photo = sampleJpeg({ width: 64, height: 64, metadata: [exifSegment(6)] });
  const issue = async (browser: Browser, more: object = {}) =>
    (
      await browser.call(getPresignedUrl, {
        body: { fileName: 'profile.jpg', fileType: 'image/jpeg', ...more },
      })
    ).json;
  /** As the browser sends it: another kind of request, without cookies, from anywhere. */
  const upload = (url: string, bytes: Buffer, headers: Record<string, string> = {}) =>
    new Browser(app).send('PUT', url.replace(origin, ''), undefined, {
      payload: bytes,
      headers: { 'content-type': 'image/jpeg', 'sec-fetch-site': 'cross-site', ...headers },
    });
  const save = (browser: Browser, photoUrl: string) =>
    browser.call(updateProfilePhoto, { body: { photoUrl } });
  const files = (shelf: string) => (existsSync(join(folder, shelf)) ? readdirSync(join(folder, shelf)) : []);

  it('is uploaded, cleaned, published under a new key, and replaces the old one', async () => {
    const { browser } = await newClient();
    const first = await issue(browser, { fileSize: photo.length });
    expect(first.uploadUrl.startsWith(`${origin}/uploads/`)).toBe(true);
    expect(await upload(first.uploadUrl, photo)).toMatchObject({ status: 200 });
    const saved = await save(browser, first.photoUrl);
    expect(saved).toMatchObject({ status: 200 });
    const url = saved.json.photo;
    expect(url).not.toContain(first.photoUrl.split('/').at(-1));
    expect(await userOf(browser)).toMatchObject({ photo: url });

    const shown = await app.inject({ method: 'GET', url: url.replace(origin, '') });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.rawPayload).toEqual((cleanJpeg(photo) as { bytes: Buffer }).bytes);
    expect(shown.rawPayload.toString('latin1')).not.toContain('45.5222');
    expect((await app.inject({ method: 'HEAD', url: url.replace(origin, '') })).statusCode).toBe(200);

    const second = await issue(browser);
    await upload(second.uploadUrl, photo);
    await save(browser, second.photoUrl);
    expect((await app.inject({ method: 'GET', url: url.replace(origin, '') })).statusCode).toBe(404);
    expect(files('quarantine')).toEqual([]);
    expect(files('published')).toHaveLength(1);
  });

  it('takes only the address issued to this client, once, within five minutes', async () => {
    const mine = await newClient();
    const theirs = await newClient();
    const { uploadUrl, photoUrl } = await issue(mine.browser);
    await upload(uploadUrl, photo);
    expect(await save(theirs.browser, photoUrl)).toMatchObject({
      status: 404,
      json: { code: 'PHOTO_NOT_FOUND' },
    });
    expect(await save(mine.browser, 'https://evil.example/x.jpg')).toMatchObject({ status: 404 });
    expect(await save(mine.browser, uploadUrl)).toMatchObject({ status: 404 });
    expect(await userOf(mine.browser)).toMatchObject({ photo: null });
    const answers = await Promise.all([save(mine.browser, photoUrl), save(mine.browser, photoUrl)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect(await upload(uploadUrl, photo)).toMatchObject({ status: 403, json: { code: 'UPLOAD_REFUSED' } });

    const late = await issue(mine.browser);
    vi.setSystemTime(Date.now() + 5 * 60 * 1000);
    expect(await upload(late.uploadUrl, photo)).toMatchObject({ status: 403 });
    const before = files('published').length;
    const empty = await issue(mine.browser);
    expect(await save(mine.browser, empty.photoUrl)).toMatchObject({ status: 404 });
    expect(files('published')).toHaveLength(before);
  });

  it.each([
    ['image/png', undefined, 'Please select a JPG/JPEG image file'],
    ['image/svg+xml', undefined, 'Please select a JPG/JPEG image file'],
    ['image/jpeg', 5 * 1024 * 1024 + 1, 'File too large (5.01 MB). Please select an image under 5 MB.'],
  ])('issues nothing for %s of %s bytes', async (fileType, fileSize, message) => {
    const { browser } = await newClient();
    expect(
      await browser.call(getPresignedUrl, { body: { fileName: 'x', fileType, fileSize } }),
    ).toMatchObject({
      status: 422,
      json: { code: 'PHOTO_REFUSED', message },
    });
  });

  it('publishes no bad upload (S8)', async () => {
    const { browser } = await newClient();
    const before = files('published').length;
    const fiveMB = 5 * 1024 * 1024;
    const bad: [
      name: string,
      status: number,
      bytes: Buffer,
      headers?: Record<string, string>,
      size?: number,
    ][] = [
      ['empty', 422, Buffer.alloc(0)],
      ['5 MB + 1', 413, Buffer.concat([photo, Buffer.alloc(fiveMB + 1 - photo.length)])],
      ['another type', 415, photo, { 'content-type': 'image/svg+xml' }],
      ['HTML by type', 415, Buffer.from('<script>'), { 'content-type': 'text/html' }],
      ['longer than signed', 422, photo, {}, photo.length - 1],
      ['shorter than signed', 422, photo, {}, photo.length + 1],
    ];
    for (const [name, status, bytes, headers, size] of bad) {
      const { uploadUrl, photoUrl } = await issue(browser, { fileSize: size });
      expect([name, (await upload(uploadUrl, bytes, headers)).status]).toEqual([name, status]);
      expect([name, (await save(browser, photoUrl)).status]).toEqual([name, 404]);
    }
    // What passes as image/jpeg is decided by its bytes (every kind of them: clean-jpeg.test.ts).
    for (const bytes of [
      Buffer.from('<svg/>'),
      Buffer.concat([photo, Buffer.from('PK')]),
      photo.subarray(0, 200),
    ]) {
      const { uploadUrl, photoUrl } = await issue(browser);
      expect((await upload(uploadUrl, bytes)).status).toBe(200);
      expect(await save(browser, photoUrl)).toMatchObject({ status: 422, json: { code: 'PHOTO_REFUSED' } });
    }
    expect(await userOf(browser)).toMatchObject({ photo: null });
    expect(files('published')).toHaveLength(before);
  });

  it('takes no upload whose address was tampered with', async () => {
    const { browser } = await newClient();
    const { uploadUrl } = await issue(browser, { fileSize: photo.length });
    const change = (name: string, value: string | null) => {
      const url = new URL(uploadUrl);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url.href;
    };
    const other = await issue(browser);
    for (const url of [
      change('signature', 'x'),
      change('signature', null),
      change('signature', new URL(other.uploadUrl).searchParams.get('signature')),
      change('expires', String(Date.now() + 3_600_000)),
      change('expires', 'never'),
      change('expires', null),
      change('size', String(photo.length + 1)),
      change('size', null),
      uploadUrl.replace(/uploads\/[0-9a-f]+/, `uploads/${'0'.repeat(32)}`),
      uploadUrl.replace(/uploads\/[0-9a-f]+/, 'uploads/..%2f..%2fsecret'),
    ]) {
      expect([url, (await upload(url, photo)).status]).toEqual([url, 403]);
    }
  });

  it('and no other file can be asked for', async () => {
    for (const path of [
      '/photos/x.jpg',
      `/photos/${'0'.repeat(32)}.jpg`,
      '/photos/..%2fquarantine%2fx.jpg',
      '/photos/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    ]) {
      expect((await app.inject({ method: 'GET', url: path })).statusCode).toBe(404);
    }
  });

  it('leaves no upload behind that was never published', async () => {
    const { browser } = await newClient();
    await upload((await issue(browser)).uploadUrl, photo);
    expect(files('quarantine').length).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() + 10 * 60 * 1000);
    await cleanUp.run(deps, new Date());
    expect(files('quarantine')).toEqual([]);
  });
});

describe('DELETE /auth/delete-user', () => {
  it('erases the client and their data, ends all sessions, and leaves payments without a name (S10)', async () => {
    const { browser, email, user } = await newClient({ first_name: 'Quokka-canary', address });
    const elsewhere = new Browser(app);
    await elsewhere.signIn(email);
    const photo = sampleJpeg();
    const { uploadUrl, photoUrl } = (
      await browser.call(getPresignedUrl, { body: { fileName: 'p', fileType: 'image/jpeg' } })
    ).json;
    await browser.send('PUT', uploadUrl.replace(origin, ''), undefined, {
      payload: photo,
      headers: { 'content-type': 'image/jpeg' },
    });
    await browser.call(updateProfilePhoto, { body: { photoUrl } });
    const shown = (await userOf(browser))!.photo!;
    const note = Buffer.from('quokka-canary slept badly');
    const { service, form } = await aServiceWithAForm();
    const now = new Date();
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    const checkout = await db
      .insertInto('checkouts')
      .values({
        user_id: user.id,
        state: 'CONFIRMED',
        cart_hash: 'x',
        items: '[]',
        subtotal_cents: 12_500,
        total_cents: 12_500,
        currency: 'usd',
        refund_policy: JSON.stringify({ full_refund_hours: 24 }),
        customer_id: 'cus_1',
        customer_email: email,
        payment_intent_id: 'pi_1',
        session_expires_at: now,
        hold_expires_at: now,
        next_check_at: now,
        created_at: now,
        updated_at: now,
      }) // oxfmt-ignore
      .returning('id')
      .executeTakeFirstOrThrow();
    const booking = (status: BookingStatus, start: Date) => ({
      user_id: user.id, checkout_id: checkout.id, status, price_cents: 12_500, service_id: service.id, service_name: 'Consultation',
      service_type: 'AYURVEDA', format: 'ONE_ON_ONE' as const, start_time: start, end_time: new Date(start.getTime() + 3_600_000),
      blocked_until: new Date(start.getTime() + 3_600_000), location_type: 'HOUSE_CALL' as const, location_name: 'House call',
      visit_address: JSON.stringify(address), client_notes: note, published_recommendations: note, created_at: now, updated_at: now,
    }); // oxfmt-ignore
    const bookings = await db
      .insertInto('bookings')
      .values([booking('COMPLETED', at(-100)), booking('CONFIRMED', at(100))])
      .returning('id')
      .execute();
    await db
      .insertInto('submissions')
      .values({ user_id: user.id, form_id: form.id, form_version: 1, answers: note, submitted_at: now })
      .execute();

    const answer = await browser.send('DELETE', '/auth/delete-user', { user_id: 'somebody else' });
    expect(answer).toMatchObject({ status: 200, json: { message: 'Your account has been deleted' } });
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await elsewhere.call(getUser)).toMatchObject({ status: 401 });
    expect(await elsewhere.call(refreshToken)).toMatchObject({ status: 401 });
    expect((await app.inject({ method: 'GET', url: shown.replace(origin, '') })).statusCode).toBe(404);

    const kept = await db
      .selectFrom('bookings')
      .selectAll()
      .where(
        'id',
        'in',
        bookings.map(({ id }) => id),
      )
      .orderBy('start_time')
      .execute();
    expect(kept).toMatchObject([
      {
        user_id: null,
        status: 'COMPLETED',
        client_notes: null,
        published_recommendations: null,
        visit_address: null,
      },
      { user_id: null, status: 'CANCELLED', client_notes: null, visit_address: null },
    ]);
    expect(await db.selectFrom('checkouts').selectAll().where('id', '=', checkout.id).executeTakeFirst()).toMatchObject({
      user_id: null, customer_email: '', subtotal_cents: 12_500,
    }); // oxfmt-ignore
    expect(
      await db.selectFrom('refunds').selectAll().where('checkout_id', '=', checkout.id).execute(),
    ).toMatchObject([{ amount_cents: 12_500 }]);

    // Only the final mail remains; everything else that named the client is deleted.
    const [mail, ...others] = (await new Browser(app).get(`/dev/mailbox.json?to=${email}`)).json as {
      text: string;
      subject: string;
    }[];
    expect(others).toEqual([]);
    expect(mail!.subject).toContain('account was deleted');
    expect(mail!.text).toContain('- Consultation, ');
    expect(mail!.text).toContain('$125 goes back to the card');
    const { rows: tables } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
        db,
      );
      const dump = rows.map(({ row }) => row).join('\n');
      expect([name, /quokka-canary/i.test(dump) || dump.includes(note.toString('hex'))]).toEqual([
        name,
        false,
      ]);
      if (name !== 'outbox') expect([name, dump.includes(email)]).toEqual([name, false]);
    }

    // The address can sign up again and sees nothing.
    const again = new Browser(app);
    await again.signUpAndIn(email);
    expect(await userOf(again)).toBeNull();
    vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60 * 1000);
    await cleanUp.run(deps, new Date());
    const { rows } =
      await sql`select 1 from outbox where to_address = ${email} and kind = 'account-deleted'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('works without a record, and again is 401', async () => {
    const { browser, email } = await newBrowser();
    expect(await browser.call(deleteUser)).toMatchObject({ status: 200 });
    expect(await browser.call(deleteUser)).toMatchObject({ status: 401 });
    expect(await browser.signIn(email)).toMatchObject({ status: 401 });
  });

  it('is finished by the clean-up when the identity was away', async () => {
    let away = true;
    const { identity } = deps;
    const flaky = {
      ...identity,
      removeAccount: async (...given: Parameters<typeof identity.removeAccount>) => {
        if (away) throw new Error('away');
        await identity.removeAccount(...given);
      },
    };
    const second = await testApp({ besides: site, clock, deps: { payments, identity: flaky } });
    const email = `client${(people += 1)}@example.com`;
    const browser = new Browser(second.app);
    await browser.signUpAndIn(email);
    expect(await browser.call(deleteUser)).toMatchObject({ status: 200 });
    away = false;
    vi.setSystemTime(Date.now() + 6 * 60 * 1000);
    await cleanUp.run(second.deps, new Date());
    expect(await browser.signIn(email)).toMatchObject({ status: 401 });
    expect(await db.selectFrom('account_removals').selectAll().execute()).toEqual([]);
  });
});

async function aServiceWithAForm() {
  const service = await db
    .insertInto('services')
    .values({
      key: 'consultation',
      name: 'Consultation',
      description: '',
      type: ['AYURVEDA'],
      category: 'AYURVEDA',
      format: 'ONE_ON_ONE',
      duration: 60,
      base_price_cents: 12_500,
      service_location_type: ['HOUSE_CALL'],
      location_name: 'House call',
      scheduling_type: 'SLOT',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const form = await db
    .insertInto('forms')
    .values({ key: 'consent', is_global: true, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('form_versions')
    .values({
      form_id: form.id,
      version: 1,
      name: 'Consent',
      type: 'CONSENT',
      content: '{}',
      created_at: new Date(),
    })
    .execute();
  return { service, form };
}
