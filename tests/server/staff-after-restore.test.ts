import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backUp } from '#scripts/lib/create-backup.ts';
import { restoreBackup } from '#scripts/lib/restore-archive.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { practiceCommands } from '../support/admin-commands.ts';
import { testApp } from '../support/app.ts';
import { MASTER_KEY } from '../support/assemble-app.ts';
import { Browser } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { enterCode, enterPassword, setUpOwner, STAFF_PASSWORD } from '../support/staff-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'staff-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));
const NEW_KEY = Buffer.alloc(32, 8);

it('an owner signs in after rotate-key and a restore', async () => {
  const site = await testApp({ seeded: false });
  const { email, recovery_codes, nextCode } = await setUpOwner(site);
  const other = await setUpOwner(site, 'ravi@example.com');
  await other.browser.post('/api/staff/security/totp', { code: other.nextCode() });

  const rotated = practiceCommands({ ...site, keyring: createKeyring(NEW_KEY, MASTER_KEY) });
  // The secrets of both, and the one that was offered.
  expect(await rotated('rotate-key')).toContain('3 keys are now under MASTER_KEY, 0 already were.');
  expect(await rotated('rotate-key')).toContain('0 keys are now under MASTER_KEY, 3 already were.');
  expect(await createKeyring(MASTER_KEY).isOurs(site.db)).toBe(false);

  const file = join(folder, 'backup.zip');
  const target = await testDatabase({ migrated: false });
  await backUp({ url: site.database.url, dataDir: join(folder, 'from'), file, now: site.clock.now() });
  await restoreBackup({
    url: target.url,
    dataDir: join(folder, 'to'),
    file,
    programsOf: () => undefined,
  });

  const code = nextCode();
  const restored = await testApp({
    database: target,
    seeded: false,
    start: site.clock.now(),
    deps: { keyring: createKeyring(NEW_KEY) },
  });
  const browser = new Browser(restored.app);
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  expect(await enterCode(browser, code)).toMatchObject({ status: 200, json: { email } });
  await enterPassword(browser, email, STAFF_PASSWORD);
  const recovery_code = recovery_codes[0];
  expect(await browser.post('/api/staff/sign-in/code', { recovery_code })).toMatchObject({ status: 200 });
});
