import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { staffMe, staffOfferTotp, staffSignInCode, staffSignOut } from '#contract/staff.calls.ts';
import {
  createCalendarFeed,
  createUser,
  forgotPassword,
  getUser,
  refreshToken,
  revokeCalendarFeed,
  setPasswordByLink,
} from '#contract/client.calls.ts';
import { backUp } from '#scripts/lib/create-backup.ts';
import { ACCESS_TABLES, restoreBackup } from '#scripts/lib/restore-archive.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { practiceCommands } from '../support/admin-commands.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { MASTER_KEY } from '../support/assemble-app.ts';
import { Browser, OTHER_PASSWORD } from '../support/browser.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { enterCode, enterPassword, setUpOwner, STAFF_PASSWORD } from '../support/staff-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'staff-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));
const NEW_KEY = Buffer.alloc(32, 8);

/** A backup of this site, brought back into a database of its own after `since`. */
async function restoredFrom(site: TestApp, since: () => Promise<void> = async () => undefined) {
  const run = mkdtempSync(join(folder, 'run-'));
  const file = join(run, 'backup.zip');
  const target = await testDatabase({ migrated: false });
  await backUp({ url: site.database.url, dataDir: join(run, 'from'), file, now: site.clock.now() });
  await since();
  await restoreBackup({ url: target.url, dataDir: join(run, 'to'), file });
  return target;
}

const siteOn = (database: TestDatabase, site: TestApp, keyring = site.keyring) =>
  testApp({ database, seeded: false, start: site.clock.now(), deps: { keyring } });

it('an owner signs in after rotate-key and a restore', async () => {
  const site = await testApp({ seeded: false });
  const { email, recovery_codes, nextCode } = await setUpOwner(site);
  const other = await setUpOwner(site, 'ravi@example.com');
  await other.browser.call(staffOfferTotp, { body: { code: other.nextCode() } });

  const rotated = practiceCommands({ ...site, keyring: createKeyring(NEW_KEY, MASTER_KEY) });
  // The secrets of both, and the one that was offered.
  expect(await rotated('rotate-key')).toContain('3 keys are now under MASTER_KEY, 0 already were.');
  expect(await rotated('rotate-key')).toContain('0 keys are now under MASTER_KEY, 3 already were.');
  expect(await createKeyring(MASTER_KEY).isOurs(site.db)).toBe(false);

  const target = await restoredFrom(site);
  const code = nextCode();
  const restored = await siteOn(target, site, createKeyring(NEW_KEY));
  const browser = new Browser(restored.app);
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  expect(await enterCode(browser, code)).toMatchObject({ status: 200, json: { email } });
  await enterPassword(browser, email, STAFF_PASSWORD);
  const recovery_code = recovery_codes[0];
  expect(await browser.call(staffSignInCode, { body: { recovery_code } })).toMatchObject({ status: 200 });
});

/** The same browser, at another site. */
function moved(browser: Browser, { app }: TestApp): Browser {
  const there = new Browser(app);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

it('a restore revives no session, feed or link that was ended since the backup', async () => {
  const site = await testApp({ seeded: false });
  const email = 'maren@example.com';
  const client = new Browser(site.app);
  await client.signUpAndIn(email);
  await client.call(createUser, {
    body: { pronouns: 'she/her', birthdate: '1990-05-04', phone: '503 555 0142' },
  });
  const { url } = (await client.call(createCalendarFeed)).json;
  const feed = new URL(url).pathname;
  await client.call(forgotPassword, { body: { email } });
  const [mail] = (await client.get(`/dev/mailbox.json?to=${email}`)).json as { text: string }[];
  const key = /#key=([\w-]+)/.exec(mail!.text)![1]!;
  const owner = await setUpOwner(site);
  await enterPassword(new Browser(site.app), owner.email, STAFF_PASSWORD);
  const stolen = moved(client, site);
  expect(await new Browser(site.app).get(feed)).toMatchObject({ status: 200 });

  const target = await restoredFrom(site, async () => {
    expect(await client.call(revokeCalendarFeed)).toMatchObject({ status: 200 });
    expect(await client.call(setPasswordByLink, { body: { key, password: OTHER_PASSWORD } })).toMatchObject({
      status: 200,
    });
    expect(await owner.browser.call(staffSignOut)).toMatchObject({ status: 204 });
  });
  const restored = await siteOn(target, site);
  expect(await moved(stolen, restored).call(getUser)).toMatchObject({ status: 401 });
  expect(await moved(stolen, restored).call(refreshToken)).toMatchObject({ status: 401 });
  expect(await new Browser(restored.app).get(feed)).toMatchObject({ status: 404 });
  const again = { key, password: OTHER_PASSWORD };
  expect(await new Browser(restored.app).call(setPasswordByLink, { body: again })).toMatchObject({
    status: 400,
  });
  expect(await moved(owner.browser, restored).call(staffMe)).toMatchObject({ status: 401 });
  for (const table of ACCESS_TABLES) {
    const { rowCount } = await target.pool.query(`select from "${table}"`);
    expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
  }
});

it('names every table with the hash of a secret that lets somebody in', async () => {
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '_hash$' order by 1`,
  );
  const kept = [
    'accounts', // passwords
    'checkouts', // a card, to know it again
    'staff', // passwords
    'staff_actions', // what an action asked for
    'staff_recovery_codes', // second factors, like the app
  ];
  expect(rows.map(({ name }) => name)).toEqual([...kept, ...ACCESS_TABLES].toSorted());
});
