import { expect, test } from 'vitest';
import { staffMe, staffSetUp } from '#contract/staff.calls.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { enterPassword, offeredSecret, setUpOwner, STAFF_PASSWORD } from '#tests/support/staff-browser.ts';

/** The params of the calls of a link. */
const linkIn = (printed: string) => ({
  token: /^https:\/\/sattva\.example\/staff\/set-up\/([\w-]{43})$/m.exec(printed)![1]!,
});

test('adds an owner and prints a link', async () => {
  const site = await testApp({ seeded: false });
  const owner = practiceCommands(site);
  const browser = new Browser(site.app);
  expect(await owner('owner', 'list')).toBe('There is no owner. See: owner add EMAIL "NAME"');
  const link = linkIn(await owner('owner', 'add', 'Asha@Example.com', 'Asha'));
  expect(await browser.call(staffSetUp, { params: link })).toMatchObject({
    status: 200,
    json: { name: 'Asha', email: 'asha@example.com' },
  });
  expect(await owner('owner', 'list')).toBe('asha@example.com  Asha: not set up');
  expect(await owner('owner', 'add', 'asha@example.com', 'Asha')).toContain(
    'WRONG asha@example.com is an owner',
  );
  for (const args of [
    ['add'],
    ['add', 'asha', 'Asha'],
    ['add', 'b@example.com'],
    ['invite'],
    ['nonsense'],
    [],
  ])
    expect(await owner('owner', ...args)).toMatch(/^WRONG /);
});

test('a new link ends the one before, and is refused once set up', async () => {
  const site = await testApp({ seeded: false });
  const owner = practiceCommands(site);
  const browser = new Browser(site.app);
  const first = linkIn(await owner('owner', 'add', 'asha@example.com', 'Asha'));
  const second = linkIn(await owner('owner', 'invite', 'asha@example.com'));
  expect(await browser.call(staffSetUp, { params: first })).toMatchObject({ status: 410 });
  expect(await browser.call(staffSetUp, { params: second })).toMatchObject({ status: 200 });
  await setUpOwner(site, 'ravi@example.com');
  expect(await owner('owner', 'invite', 'ravi@example.com')).toContain(
    'WRONG ravi@example.com is set up already',
  );
  expect(await owner('owner', 'invite', 'nobody@example.com')).toContain('WRONG No owner');
});

test('a reset signs out everywhere and makes password and app worthless', async () => {
  const site = await testApp({ seeded: false });
  const owner = practiceCommands(site);
  const { email, browser } = await setUpOwner(site);
  expect(await owner('owner', 'list')).toBe(`${email}  Asha: signed in with 1 browser`);
  const link = linkIn(await owner('owner', 'reset-factors', email));
  expect(await browser.call(staffMe)).toMatchObject({ status: 401 });
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({ status: 401 });
  expect(await offeredSecret(browser, link)).toMatch(/^[A-Z2-7]{32}$/);
});

test('a suspended owner is out at once, and back when restored', async () => {
  const site = await testApp({ seeded: false });
  const owner = practiceCommands(site);
  const { email, browser } = await setUpOwner(site);
  expect(await owner('owner', 'suspend', email)).not.toContain('WRONG');
  expect(await browser.call(staffMe)).toMatchObject({ status: 401 });
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({
    status: 401,
    json: { code: 'NotAuthorizedException' },
  });
  expect(await owner('owner', 'list')).toBe(`${email}  Asha: suspended`);
  expect(await owner('owner', 'invite', email)).toContain('WRONG');
  expect(await owner('owner', 'suspend', email)).toContain('WRONG');
  expect(await owner('owner', 'restore', email)).toBe(`${email} can sign in again.`);
  expect(await owner('owner', 'restore', email)).toContain('WRONG');
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
});

test('every command is recorded', async () => {
  const site = await testApp({ seeded: false });
  const owner = practiceCommands(site);
  const { email } = await setUpOwner(site);
  for (const act of ['reset-factors', 'suspend', 'restore', 'invite']) await owner('owner', act, email);
  await owner('owner', 'suspend', 'nobody@example.com');
  const recorded = await site.db
    .selectFrom('staff_actions')
    .select('action')
    .where('via', '=', 'COMMAND')
    .where('staff_id', 'is', null)
    .orderBy('action')
    .execute();
  expect(recorded.map(({ action }) => action)).toEqual([
    'staff.add',
    'staff.invite',
    'staff.reset-factors',
    'staff.restore',
    'staff.suspend',
  ]);
});
