import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { openPeopleSite, OTHER_PASSWORD, PASSWORD } from './support/people-site.ts';
import type { RealBrowser } from './support/real-browser.ts';

const [rounds, races, wakings, processes] = [size(1, 10), size(3, 25), size(16, 2000), size(2, 4)];
const people = await openPeopleSite(processes);
const { origins, newAccount, signIn } = people;
const originOf = (n: number): string => origins[n % origins.length]!;

let asked = 0;
const alive: string[] = [];
afterAll(() => {
  const figure =
    `${7 * rounds} endings, ${4 * races} more with sign-ins or refreshes under way, ` +
    `asked ${asked} times at ${processes} processes: ${alive.length} alive`;
  report('S5', 'sessions dead at once in every process', figure, alive.length === 0 && asked > 0);
});

/** What still works at any process: first reading, then refreshing the tokens. */
async function aliveIn(browser: RealBrowser, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const [n, origin] of origins.entries()) {
    asked++;
    const { status } = await browser.carrying('access').get(origin, '/auth/get-user');
    if (status !== 401) found.push(`${what}: access at process ${n}: ${status}`);
  }
  for (const [n, origin] of origins.entries()) {
    asked++;
    const { status } = await browser.carrying('refresh').post(origin, '/auth/refresh-token');
    if (status !== 401) found.push(`${what}: refresh at process ${n}: ${status}`);
  }
  alive.push(...found);
  return found;
}
async function expectAlive(...browsers: RealBrowser[]): Promise<void> {
  for (const browser of browsers)
    for (const origin of origins)
      expect((await browser.carrying('access').get(origin, '/auth/get-user')).status).toBe(200);
}

/** Sets another password with the mailed code. */
async function resetPassword(email: string, origin: string, browser: RealBrowser): Promise<number> {
  const confirmationCode = await people.codeFor(email);
  const body = { email, confirmationCode, password: OTHER_PASSWORD };
  return (await browser.post(origin, '/confirm-new-password', body)).status;
}
async function askForCode(email: string, browser: RealBrowser): Promise<void> {
  expect((await browser.post(origins[0]!, '/forgot-password', { email })).status).toBe(200);
}

describe('S5: a session ends at once in every process', () => {
  it('after a password reset, on every device', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = await newAccount();
      const [one, two] = [await signIn(email, originOf(round)), await signIn(email, originOf(round + 1))];
      await expectAlive(one, two);
      const visitor = two.carrying('nothing');
      await askForCode(email, visitor);
      expect(await resetPassword(email, originOf(round), visitor)).toBe(200);
      expect([...(await aliveIn(one, 'reset')), ...(await aliveIn(two, 'reset'))]).toEqual([]);
    }
  });

  it('after a sign-out; another browser stays signed in', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = await newAccount();
      const [one, two] = [await signIn(email), await signIn(email)];
      const stolen = one.copy();
      await expectAlive(stolen, two);
      expect((await one.get(originOf(round), '/sign-out')).status).toBe(204);
      expect(await aliveIn(stolen, 'sign-out')).toEqual([]);
      await expectAlive(two);
    }
  });

  it('after the deletion of the account, on every device', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = await newAccount();
      const [one, two] = [await signIn(email), await signIn(email)];
      const stolen = one.copy();
      await expectAlive(stolen, two);
      expect((await one.send(originOf(round), 'DELETE', '/auth/delete-user')).status).toBe(200);
      expect([...(await aliveIn(stolen, 'deletion')), ...(await aliveIn(two, 'deletion'))]).toEqual([]);
    }
  });

  it.each(['sign-out', 'reset', 'deletion'] as const)(
    'after a %s, also for the previous access token',
    async (ending) => {
      for (let round = 0; round < rounds; round++) {
        const email = await newAccount();
        const owner = await signIn(email);
        const before = owner.copy();
        expect((await owner.post(originOf(round), '/auth/refresh-token')).status).toBe(204);
        for (const origin of origins)
          expect((await before.copy().post(origin, '/auth/refresh-token')).status).toBe(204);
        const stolen = owner.copy();
        if (ending === 'reset') {
          const visitor = owner.carrying('nothing');
          await askForCode(email, visitor);
          expect(await resetPassword(email, originOf(round), visitor)).toBe(200);
        } else if (ending === 'deletion')
          expect((await owner.send(originOf(round), 'DELETE', '/auth/delete-user')).status).toBe(200);
        else expect((await owner.get(originOf(round), '/sign-out')).status).toBe(204);
        expect([...(await aliveIn(before, ending)), ...(await aliveIn(stolen, ending))]).toEqual([]);
      }
    },
  );

  it('after a reused refresh token', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = await newAccount();
      const owner = await signIn(email);
      const thief = owner.copy();
      expect((await owner.post(originOf(round), '/auth/refresh-token')).status).toBe(204);
      // Else the thief's could be that of another tab, which is answered for 30 seconds.
      await people.letTimePass(email, 30);
      await expectAlive(owner);
      expect((await thief.post(originOf(round), '/auth/refresh-token')).status).toBe(401);
      expect([...(await aliveIn(owner, 'reuse')), ...(await aliveIn(thief, 'reuse'))]).toEqual([]);
    }
  });
});

/** A request that is under way when a session ends must not outlive it. */
describe('S5: no request that runs at the same time keeps a session alive', () => {
  it('a sign-in with the old password during a reset', async () => {
    for (let round = 0; round < races; round++) {
      const email = await newAccount();
      const visitor = (await signIn(email)).carrying('nothing');
      await askForCode(email, visitor);
      const tries = origins
        .flatMap((origin) => [origin, origin])
        .map((origin) => {
          const browser = visitor.copy();
          return { browser, done: browser.post(origin, '/sign-in', { username: email, password: PASSWORD }) };
        });
      expect(await resetPassword(email, originOf(round), visitor)).toBe(200);
      await Promise.all(tries.map(({ done }) => done));
      for (const { browser } of tries) expect(await aliveIn(browser, 'sign-in in a reset')).toEqual([]);
    }
  });

  it('a sign-in during a deletion', async () => {
    for (let round = 0; round < races; round++) {
      const email = await newAccount();
      const owner = await signIn(email);
      const tries = origins
        .flatMap((origin) => [origin, origin])
        .map((origin) => {
          const browser = owner.carrying('nothing');
          return { browser, done: browser.post(origin, '/sign-in', { username: email, password: PASSWORD }) };
        });
      const deleted = owner.send(originOf(round), 'DELETE', '/auth/delete-user');
      await Promise.all(tries.map(({ done }) => done));
      expect((await deleted).status).toBe(200);
      for (const { browser } of tries) expect(await aliveIn(browser, 'sign-in in a deletion')).toEqual([]);
    }
  });

  it.each(['sign-out', 'reset'] as const)('refreshes during a %s', async (ending) => {
    for (let round = 0; round < races; round++) {
      const email = await newAccount();
      const owner = await signIn(email);
      const visitor = owner.carrying('nothing');
      if (ending === 'reset') await askForCode(email, visitor);
      const tabs = origins.map((origin) => {
        const browser = owner.copy();
        return { browser, done: browser.post(origin, '/auth/refresh-token') };
      });
      const leaving = owner.copy();
      const ended =
        ending === 'reset'
          ? await resetPassword(email, originOf(round), visitor)
          : (await leaving.get(originOf(round), '/sign-out')).status;
      expect(ended).toBe(ending === 'reset' ? 200 : 204);
      await Promise.all(tabs.map(({ done }) => done));
      for (const browser of [owner, ...tabs.map((tab) => tab.browser)])
        expect(await aliveIn(browser, `refresh in a ${ending}`)).toEqual([]);
    }
  });
});

const { db } = people.site.database;
const random = randomFrom(seed);
const below = (count: number): number => Math.floor(random() * count);

type Woken = { tabs: number; spoiled: number; ended: number };
const woken: Woken[] = [];
afterAll(() => {
  const all = (key: keyof Woken) => woken.reduce((sum, round) => sum + round[key], 0);
  const figure =
    `${woken.length} times 3 to 6 tabs woke at once, ${all('tabs')} tabs at ${processes} processes: ` +
    `${all('spoiled')} refused, ${all('ended')} logins ended (seed ${seed})`;
  report(
    'S5',
    'a session survives concurrent refreshes of its own tabs',
    figure,
    woken.length === wakings && all('spoiled') + all('ended') === 0,
  );
});

/** What `call` of src/web/api/api.ts does, in one of the tabs: they share the cookies of `browser`. */
async function callInTab(browser: RealBrowser, calls: number): Promise<boolean> {
  const process = () => origins[below(origins.length)]!;
  // Tabs do not wake in step.
  for (let n = below(4); n > 0; n--) await browser.carrying('nothing').get(process(), '/healthz');
  const answers = Array.from({ length: calls }, () => browser.get(process(), '/auth/get-user'));
  const first = await Promise.all(answers);
  if (!first.some(({ status }) => status === 401)) return first.every(({ status }) => status === 200);
  if ((await browser.post(process(), '/auth/refresh-token')).status !== 204) return false;
  return (await browser.get(process(), '/auth/get-user')).status === 200;
}

async function wake(email: string, browser: RealBrowser): Promise<Woken> {
  // The laptop slept, so that the access token has run out.
  await people.letTimePass(email, 60 * 60);
  const tabs = 3 + below(4);
  const done = await Promise.all(Array.from({ length: tabs }, () => callInTab(browser, 1 + below(2))));
  const { length } = await db.selectFrom('logins').select('id').where('email', '=', email).execute();
  return { tabs, spoiled: done.filter((ok) => !ok).length, ended: 1 - length };
}

it(
  'S5: tabs that refresh at the same time stay signed in, and each gets an answer',
  { timeout: 900_000 },
  async () => {
    let email = await newAccount();
    let browser = await signIn(email);
    for (let round = 0; round < wakings; round++) {
      const address = `10.1.${(round >> 8) & 0xff}.${round & 0xff}`;
      // With the tokens that it was left with: those must be good after the next sleep too.
      const outcome = await wake(email, (browser = browser.copy(address)));
      woken.push(outcome);
      if (outcome.ended > 0) browser = await signIn((email = await newAccount()));
    }
    expect(woken.filter(({ spoiled, ended }) => spoiled + ended > 0)).toEqual([]);
  },
);

it('S5 control: without the grace period for a rotated token, the same tabs end their session', async () => {
  await sql`create function long_ago() returns trigger language plpgsql as
    'begin new.rotated_at := new.rotated_at - interval ''1 hour''; return new; end'`.execute(db);
  await sql`create trigger long_ago before update on logins for each row execute function long_ago()`.execute(
    db,
  );
  try {
    let ended = 0;
    for (let round = 0; round < 20 && ended === 0; round++) {
      const email = await newAccount();
      ended += (await wake(email, await signIn(email))).ended;
    }
    expect(ended).toBeGreaterThan(0);
  } finally {
    await sql`drop trigger long_ago on logins`.execute(db);
    await sql`drop function long_ago()`.execute(db);
  }
});
