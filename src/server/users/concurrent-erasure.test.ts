import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createUser, deleteUser, getPresignedUrl, updateProfilePhoto } from '#contract/client.calls.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';
import { sampleJpeg } from '#tests/support/sample-jpeg.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import type { Payments } from '../ports/payments.ts';

/** Deletions, photos and records that meet in one moment: nothing of a deleted client comes back or stays. */

const payments = {
  createCustomer: async () => ({ ok: true, value: { customer_id: 'cus_1' } }),
} as unknown as Payments;
let ahead_ms = 0;
const clock = () => new Date(Date.now() + ahead_ms);
const site = await testApp({ seeded: false, clock, deps: { payments } });
const { app, db, deps, origin } = site;
const folder = join(site.dataDir, 'photos');
/** Another process of the site, which differs in these dependencies. */
const appWith = (change: Partial<TestApp['deps']>) =>
  testApp({ besides: site, clock, deps: { payments, ...change } });

const HOUR = 60 * 60 * 1000;
const photo = sampleJpeg({ width: 64, height: 64 });
const profile = {
  first_name: 'Maren',
  pronouns: 'she/they',
  birthdate: '1988-05-14',
  phone: '(503) 555-0142',
};
const address = {
  street_number: '1420',
  route: 'SE Taylor Street',
  city: 'Portland',
  state: 'OR',
  zip_code: '97214',
};
let people = 0;
const nobodyYet = async (at = app) => {
  const browser = new Browser(at);
  const email = `under-way-${(people += 1)}@example.com`;
  await browser.signUpAndIn(email);
  return { browser, email };
};
const aClient = async (at = app) => {
  const one = await nobodyYet(at);
  const created = await one.browser.call(createUser, { body: profile });
  expect(created.status).toBe(201);
  return { ...one, user_id: created.json.data.id };
};
const issue = async (browser: Browser) =>
  (await browser.call(getPresignedUrl, { body: { fileName: 'profile.jpg', fileType: 'image/jpeg' } })).json;
const put = (url: string, at = app) =>
  new Browser(at).send('PUT', url.replace(origin, ''), undefined, {
    payload: photo,
    headers: { 'content-type': 'image/jpeg', 'sec-fetch-site': 'cross-site' },
  });
const uploaded = async (browser: Browser) => {
  const { uploadUrl, photoUrl } = await issue(browser);
  expect((await put(uploadUrl)).status).toBe(200);
  return photoUrl;
};
const save = (browser: Browser, photoUrl: string) => browser.call(updateProfilePhoto, { body: { photoUrl } });
const remove = (browser: Browser) => browser.call(deleteUser);
const files = (shelf: string) => (existsSync(join(folder, shelf)) ? readdirSync(join(folder, shelf)) : []);
const recordsOf = (email: string) => db.selectFrom('users').select('id').where('email', '=', email).execute();

/** Runs `meanwhile` while requests for deleting wait for the sessions of an address, as `waiting` of them do. */
async function whileSessionsAreLocked(
  email: string,
  waiting: number,
  start: () => Promise<unknown>[],
  meanwhile: () => Promise<void>,
) {
  let begun: Promise<unknown>[] = [];
  await db.transaction().execute(async (trx) => {
    await sql`select id from logins where email = ${email} for share`.execute(trx);
    begun = start();
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and query like '%logins%'`.execute(
          db,
        );
        return rows[0]!.n;
      })
      .toBe(waiting);
    await meanwhile();
  });
  return await Promise.all(begun);
}

it('a photo that is saved during the deletion does not stay', async () => {
  const { browser, email } = await aClient();
  const photoUrl = await uploaded(browser);
  const other = browser.copy();
  const before = files('published').length;
  await whileSessionsAreLocked(
    email,
    1,
    () => [remove(browser)],
    async () => {
      expect((await save(other, photoUrl)).status).toBe(200);
      expect(files('published')).toHaveLength(before + 1);
    },
  );
  expect(await recordsOf(email)).toEqual([]);
  expect(files('published')).toHaveLength(before);
});

it('an upload of which no photo was made is deleted with the account', async () => {
  const { browser } = await aClient();
  await uploaded(browser);
  expect(files('quarantine')).toHaveLength(1);
  expect((await remove(browser)).status).toBe(200);
  expect(files('quarantine')).toEqual([]);
});

it('two photos at once leave one file: the other is replaced', async () => {
  const { browser } = await aClient();
  const urls = [await uploaded(browser), await uploaded(browser)];
  const before = files('published').length;
  let arrived = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  const { publish } = deps.photos;
  deps.photos.publish = async (...given) => {
    await publish(...given);
    if ((arrived += 1) === 2) open();
    await both;
  };
  const answers = await Promise.all(urls.map((url) => save(browser, url)));
  deps.photos.publish = publish;
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(files('published')).toHaveLength(before + 1);
  expect(files('quarantine')).toEqual([]);
});

it('a process that dies after saving leaves no upload behind', async () => {
  const { browser } = await aClient();
  const photoUrl = await uploaded(browser);
  const { removeUpload } = deps.photos;
  deps.photos.removeUpload = async () => {
    throw new Error('killed');
  };
  expect((await save(browser, photoUrl)).status).toBe(500);
  deps.photos.removeUpload = removeUpload;
  expect(files('quarantine')).toHaveLength(1);
  ahead_ms += 2 * HOUR;
  await cleanUp.run(deps, clock());
  expect(files('quarantine')).toEqual([]);
});

it('an upload that arrives while its address is used up is not kept', async () => {
  const { browser, user_id } = await aClient();
  const { uploadUrl } = await issue(browser);
  const local = deps.photos.local!;
  const { accept } = local;
  local.accept = async (key, bytes) => {
    await db.deleteFrom('upload_tickets').where('user_id', '=', user_id).execute();
    await accept(key, bytes);
  };
  const answer = await put(uploadUrl);
  local.accept = accept;
  expect(answer.status).toBe(403);
  expect(files('quarantine')).toEqual([]);
});

it('half a file, left by a process that was killed, is deleted with its upload', async () => {
  const { browser } = await aClient();
  const photoUrl = await uploaded(browser);
  const key = photoUrl.split('/').at(-1)!;
  writeFileSync(join(folder, 'quarantine', `${key}.jpg.3f0c.part`), 'half');
  expect((await save(browser, photoUrl)).status).toBe(200);
  expect(files('quarantine')).toEqual([]);
});

it('a record is not made during the deletion of its account', async () => {
  let open: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const checked = new Promise<void>((resolve) => (open = resolve));
  const asked = new Promise<void>((resolve) => (arrived = resolve));
  const addresses = {
    check: async (...given: Parameters<typeof deps.addresses.check>) => {
      arrived();
      await checked;
      return await deps.addresses.check(...given);
    },
  };
  const slow = await appWith({ addresses });
  const { browser, email } = await nobodyYet(slow.app);
  const making = browser.call(createUser, { body: { ...profile, address } });
  await asked;
  const other = new Browser(slow.app);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  expect((await remove(other)).status).toBe(200);
  open();
  expect(await making).toMatchObject({ status: 401, json: { code: 'NOT_SIGNED_IN' } });
  expect(await recordsOf(email)).toEqual([]);
});

it('a record that was made in the last moment is deleted with the account', async () => {
  const { browser, email } = await nobodyYet();
  await whileSessionsAreLocked(
    email,
    1,
    () => [remove(browser)],
    async () => {
      expect((await browser.call(createUser, { body: profile })).status).toBe(201);
    },
  );
  expect(await recordsOf(email)).toEqual([]);
});

it('an account whose identity is still to be removed cannot sign in', async () => {
  const identity = {
    ...deps.identity,
    removeAccount: async () => {
      throw new Error('away');
    },
  };
  const away = await appWith({ identity });
  const { browser, email } = await aClient(away.app);
  expect((await remove(browser)).status).toBe(200);
  expect(await browser.signIn(email)).toMatchObject({
    status: 401,
    json: { code: 'NotAuthorizedException' },
  });
  await away.app.close();
  ahead_ms += HOUR;
  await cleanUp.run(deps, clock());
  expect(await db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([]);
});

it('two tabs that delete at once send one mail, which lists what was cancelled', async () => {
  const { browser, email, user_id } = await aClient();
  const start_time = new Date(clock().getTime() + 72 * HOUR);
  await addBooking(db, { user_id, service_id: await addService(db), start_time, created_at: clock() });
  const other = browser.copy();
  const answers = await whileSessionsAreLocked(
    email,
    2,
    () => [remove(browser), remove(other)],
    async () => undefined,
  );
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
  const farewells = await db.selectFrom('outbox').select('text').where('to_address', '=', email).execute();
  expect(farewells).toHaveLength(1);
  expect(farewells[0]!.text).toContain('Slow Morning Flow');
});

it('a write for an account that was just deleted answers NOT_SIGNED_IN', async () => {
  const { browser, email } = await aClient();
  // The request was let in before; here the record goes in the moment before the row is written.
  await sql`create function account_goes() returns trigger language plpgsql as $$
    begin delete from users where id = new.user_id; return new; end $$`.execute(db);
  await sql`create trigger account_goes before insert on upload_tickets for each row execute function account_goes()`.execute(
    db,
  );
  const answer = await browser.call(getPresignedUrl, {
    body: { fileName: 'profile.jpg', fileType: 'image/jpeg' },
  });
  await sql`drop trigger account_goes on upload_tickets`.execute(db);
  expect(answer).toMatchObject({ status: 401, json: { code: 'NOT_SIGNED_IN' } });
  expect(await recordsOf(email)).toEqual([expect.anything()]);
});
