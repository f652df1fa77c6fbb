import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { openPeopleSite } from './support/people-site.ts';
import type { RealBrowser } from './support/real-browser.ts';

const [rounds, processes] = [size(40, 2000), size(2, 4)];
const people = await openPeopleSite(processes);
const { origins, newAccount, signIn } = people;
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
    woken.length === rounds && all('spoiled') + all('ended') === 0,
  );
});

/** What `call` of src/web/client/api.ts does, in one of the tabs: they share the cookies of `browser`. */
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
    for (let round = 0; round < rounds; round++) {
      const address = `10.1.${(round >> 8) & 0xff}.${round & 0xff}`;
      // With the tokens that it was left with: those must be good after the next sleep too.
      const told = await wake(email, (browser = browser.copy(address)));
      woken.push(told);
      if (told.ended > 0) browser = await signIn((email = await newAccount()));
    }
    expect(woken.filter(({ spoiled, ended }) => spoiled + ended > 0)).toEqual([]);
  },
);

it(
  'S5 control: without the grace period for a rotated token, the same tabs end their session',
  { timeout: 300_000 },
  async () => {
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
  },
);
