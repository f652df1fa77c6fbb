import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { getUser, refreshToken } from '#contract/client.calls.ts';
import { randomFrom, seed } from '#tests/support/profile.ts';
import { Browser } from '#tests/support/browser.ts';
import { authApp } from '#tests/support/auth-app.ts';

const { app, database, advance, newAddress, isSignedIn } = await authApp();
const HOUR_SECONDS = 60 * 60;

/** The timeouts of the browser: TIMEOUT_MS and REFRESH_TIMEOUT_MS of src/web/api/api.ts. */
const TIMEOUTS_MS = { call: 20_000, refresh: 10_000 };

const random = randomFrom(seed);
const below = (count: number): number => Math.floor(random() * count);

/** Milliseconds until the next thing happens. */
type Steps<T> = AsyncGenerator<number, T>;

/**
 * A request that takes its time there and back, together less than the browser's patience: the cookies are those of
 * the moment of sending, and are kept when the answer arrives, whatever other tabs received in between.
 */
async function* ask(jar: Browser, what: 'call' | 'refresh'): Steps<number> {
  const sent = jar.copy();
  const all = below(TIMEOUTS_MS[what]);
  const there = below(all);
  yield there;
  const answer = await (what === 'call' ? sent.call(getUser) : sent.call(refreshToken));
  yield all - there;
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (value === '') jar.cookies.delete(name);
    else jar.cookies.set(name, value);
  }
  return answer.status;
}

/** What `call` of src/web/api/api.ts does; true if it was answered. */
async function* tab(jar: Browser): Steps<boolean> {
  yield below(15_000);
  if ((yield* ask(jar, 'call')) === 200) return true;
  if ((yield* ask(jar, 'refresh')) !== 204) return false;
  return (yield* ask(jar, 'call')) === 200;
}

/** Lets tabs go on, always the one whose turn is next by the clock; whether each was answered. */
async function releaseAll(tabs: Steps<boolean>[]): Promise<boolean[]> {
  const done: boolean[] = [];
  const waiting = tabs.map((steps) => ({ at: Date.now(), steps }));
  while (waiting.length > 0) {
    waiting.sort((one, other) => one.at - other.at);
    const next = waiting[0]!;
    vi.setSystemTime(next.at);
    const step = await next.steps.next();
    if (step.done) done.push((waiting.shift(), step.value));
    else next.at += step.value;
  }
  return done;
}

/** A laptop that sleeps and wakes so many times, with three to six tabs; how it went until its login ended. */
async function sleepAndWake(times: number): Promise<{ unanswered: number; ended: boolean }> {
  const jar = new Browser(app);
  await jar.signUpAndIn(newAddress());
  let unanswered = 0;
  for (let n = 0; n < times; n++) {
    advance(HOUR_SECONDS);
    const done = await releaseAll(Array.from({ length: 3 + below(4) }, () => tab(jar)));
    unanswered += done.filter((ok) => !ok).length;
    // What the browser is left with must be good.
    if (!(await isSignedIn(jar))) return { unanswered, ended: true };
  }
  return { unanswered, ended: false };
}

describe(`tabs that wake at once over a slow network (seed ${seed})`, () => {
  it('keep their session and are all answered', async () => {
    expect(await sleepAndWake(Number(process.env.ROUNDS ?? 50))).toEqual({ unanswered: 0, ended: false });
  });

  it('control: without recent rotations, they lose their session', async () => {
    await sql`create function long_ago() returns trigger language plpgsql as
      'begin new.rotated_at := new.rotated_at - interval ''1 hour''; return new; end'`.execute(database.db);
    await sql`create trigger long_ago before update on logins for each row execute function long_ago()`.execute(
      database.db,
    );
    try {
      expect(await sleepAndWake(20)).toMatchObject({ ended: true });
    } finally {
      await sql`drop trigger long_ago on logins`.execute(database.db);
      await sql`drop function long_ago()`.execute(database.db);
    }
  });
});
