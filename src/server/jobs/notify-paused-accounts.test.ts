import { expect, it } from 'vitest';
import { setPasswordByLink } from '#contract/client.calls.ts';
import { Browser, GOOD_PASSWORD } from '#tests/support/browser.ts';
import { authApp } from '#tests/support/auth-app.ts';
import { privatePractice } from '#content/private/practice.ts';
import { notifyPausedAccounts } from './notify-paused-accounts.ts';

const { app, deps, database, advance, newAddress, mailsTo } = await authApp();
const run = () => notifyPausedAccounts.run(deps, new Date());

/** Tries a hundred wrong passwords from twenty-five networks. */
async function pause(email: string) {
  for (let network = 0; network < 25; network += 1) {
    const stranger = new Browser(app);
    for (let tries = 0; tries < 4; tries += 1) await stranger.signIn(email, 'Wrong-guess-1');
  }
}
/** Inserts the same as rows; the test above shows what is counted. */
const pauseRows = (emails: readonly string[]) =>
  database.db
    .insertInto('sign_in_failures')
    .values(
      emails.map((email) => ({
        email,
        source: 'unknown',
        failures: 100,
        first_at: new Date(),
        last_at: new Date(),
        locked_until: new Date(Date.now() + 24 * 60 * 60_000),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['email', 'source']).doUpdateSet((eb) => ({
        failures: eb.ref('excluded.failures'),
        locked_until: eb.ref('excluded.locked_until'),
      })),
    )
    .execute();

it('notifies the owner of a paused address once a day, with a link that lets them in', async () => {
  const email = newAddress();
  const owner = new Browser(app);
  await owner.signUpAndIn(email);
  await pause(email);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const paused = (await mailsTo(email)).filter(({ subject }) => subject.includes('trying passwords'));
  expect(paused).toHaveLength(1);
  expect(paused[0]!.text).toContain('Someone is trying passwords for your account. They have not succeeded.');
  const key = /#key=([\w-]{43})/.exec(paused[0]!.text)![1]!;
  const hotel = new Browser(app);
  expect(await hotel.signIn(email)).toMatchObject({ status: 429 });
  expect(await hotel.call(setPasswordByLink, { body: { key, password: `${GOOD_PASSWORD}!` } })).toMatchObject(
    {
      status: 200,
    },
  );
  expect(await hotel.signIn(email, `${GOOD_PASSWORD}!`)).toMatchObject({ status: 200 });
  // Another day, another mail.
  advance(24 * 60 * 60);
  await pause(email);
  expect(await run()).toBe(1);
});

it('sends no mail to an address without an account, and one to each owner, however many processes run', async () => {
  const stranger = newAddress();
  const email = newAddress();
  await new Browser(app).signUpAndIn(email);
  await pauseRows([stranger, email]);
  await Promise.all([run(), run(), run(), run()]);
  expect(await mailsTo(stranger)).toEqual([]);
  expect((await mailsTo(email)).filter(({ subject }) => subject.includes('trying passwords'))).toHaveLength(
    1,
  );
});

it('notifies the practice once a day of more than twenty addresses in an hour', async () => {
  const toPractice = async () =>
    (await mailsTo(privatePractice.contact_email)).filter(({ subject }) => subject.includes('addresses'));
  await database.db.deleteFrom('sign_in_failures').execute();
  await pauseRows(Array.from({ length: 20 }, () => newAddress()));
  await run();
  expect(await toPractice()).toHaveLength(0);
  await pauseRows([newAddress()]);
  await run();
  await run();
  const [mail, ...more] = await toPractice();
  expect(mail!.subject).toBe('Someone is trying passwords for 21 addresses');
  expect(more).toEqual([]);
});
