import { expect, it } from 'vitest';
import { randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { openPeopleSite, OTHER_PASSWORD, PASSWORD } from './support/people-site.ts';
import { RealBrowser, type Answer } from './support/real-browser.ts';
import { rush } from './support/rush.ts';

const GOAL = 'guesses at one code, all at once: ≤ 5 compared';
const TRIES = 5;
const ADDRESSES = 50;
const [guesses, processes] = [size(120, 2000), size(2, 4)];

const people = await openPeopleSite(processes);
const { origins } = people;
const { db, pool } = people.site.database;
const random = randomFrom(seed);
/** Of the last rush: guesses that were answered to try again. */
let busy = 0;

/** As many wrong codes, or with the right one somewhere among them. */
function codesWithout(right: string, including = false): string[] {
  const codes = new Set<string>();
  while (codes.size < guesses) {
    const code = String(Math.floor(random() * 1_000_000)).padStart(6, '0');
    if (code !== right) codes.add(code);
  }
  return shuffled(including ? [right, ...[...codes].slice(1)] : [...codes], random);
}

type Guess = (browser: RealBrowser, origin: string, code: string) => Promise<Answer>;

/** All of them at once, from many addresses, at every process. */
async function guessAll(codes: readonly string[], browser: RealBrowser, guess: Guess): Promise<Answer[]> {
  const done = await rush(
    codes.map(
      (code, n) => () => guess(browser.copy(`10.1.0.${n % ADDRESSES}`), origins[n % origins.length]!, code),
    ),
  );
  busy = done.busy;
  return done.answers;
}

const triesOf = async (email: string): Promise<number> =>
  (await db.selectFrom('codes').select('tries').where('email', '=', email).executeTakeFirstOrThrow()).tries;
const count = (answers: readonly Answer[], ...statuses: number[]): number =>
  answers.filter(({ status }) => statuses.includes(status)).length;

/** Signs an address up in the guesser's browser, which learns whether each guess was compared. */
async function signUp(): Promise<{ email: string; guesser: RealBrowser; right: string }> {
  const email = `victim-${Math.floor(random() * 1e9)}@example.com`;
  const guesser = new RealBrowser();
  const { status } = await guesser.post(origins[0]!, '/sign-up', { username: email, password: PASSWORD });
  expect(status).toBe(201);
  return { email, guesser, right: await people.codeFor(email) };
}
async function forgotPassword(): Promise<{ email: string; guesser: RealBrowser; right: string }> {
  const email = await people.newAccount();
  const guesser = new RealBrowser();
  expect((await guesser.post(origins[0]!, '/forgot-password', { email })).status).toBe(200);
  return { email, guesser, right: await people.codeFor(email) };
}
const confirm =
  (email: string): Guess =>
  (browser, origin, confirmation_code) =>
    browser.post(origin, '/confirm-sign-up', { email, confirmation_code });
const reset =
  (email: string): Guess =>
  (browser, origin, confirmationCode) =>
    browser.post(origin, '/confirm-new-password', { email, confirmationCode, password: OTHER_PASSWORD });

it.each([
  ['a new address', signUp, confirm],
  ['a new password', forgotPassword, reset],
] as const)(`S3: the code of %s cannot be guessed (seed ${seed})`, async (name, begin, guessOf) => {
  const { email, guesser, right } = await begin();
  const answers = await guessAll(codesWithout(right), guesser, guessOf(email));
  // 400: compared and wrong. 429: not compared.
  const [compared, refused] = [count(answers, 400), count(answers, 429)];
  const tries = await triesOf(email);
  const others = answers.filter(({ status }) => ![400, 429].includes(status));
  const passed = compared <= TRIES && tries <= TRIES && compared + refused === guesses;
  report(
    'S3',
    GOAL,
    `code of ${name}: ${guesses} guesses from ${ADDRESSES} addresses over ${processes} processes, ${compared} compared, ` +
      `${busy} told to try again first, ${others.length} other answers; seed ${seed}`,
    passed,
  );
  expect({ isFew: compared <= TRIES, tries, others: others.slice(0, 3) }).toEqual({
    isFew: true,
    tries: TRIES,
    others: [],
  });
  // The owner's own code is used up with them: it opens nothing afterwards.
  expect((await guessOf(email)(guesser, origins[0]!, right)).status).toBe(429);
});

it('S3 control: without counted attempts, the same guesses find the code', async () => {
  await pool.query(`
    create function forget_tries() returns trigger language plpgsql as 'begin new.tries := 0; return new; end';
    create trigger forget_tries before update on codes for each row execute function forget_tries()`);
  try {
    const { email, guesser, right } = await signUp();
    const answers = await guessAll(codesWithout(right, true), guesser, confirm(email));
    expect(count(answers, 200)).toBe(1);
    expect(count(answers, 400, 200)).toBeGreaterThan(TRIES);
  } finally {
    await pool.query('drop trigger forget_tries on codes; drop function forget_tries()');
  }
});
