import { expect, it } from 'vitest';
import { addOwner } from '#server/staff/manage-members.ts';
import { codeOfStep, stepAt } from '#server/staff/totp.ts';
import { inParallel, randomFrom, report, seed, size } from '../support/profile.ts';
import { STAFF_PASSWORD } from '../support/staff-browser.ts';
import { openPeopleSite } from './support/people-site.ts';
import { RealBrowser, type Answer } from './support/real-browser.ts';
import { rush } from './support/rush.ts';

const ADDRESSES = 50;
const AT_ONCE = 32;
/** Of one sign-in. */
const MOST_COMPARED = 5;
/** Failures of all unknown browsers together before they are paused. */
const ALL_FREE = 100;
const [guesses, processes] = [size(120, 2000), size(2, 4)];

const { site, origins } = await openPeopleSite(processes, { RATE_LIMIT_SCALE: '1' });
const { db, pool } = site.database;
const random = randomFrom(seed);
let owners = 0;

type Owner = { email: string; browser: RealBrowser; codeAt(away: number): string };

/** An owner who was set up just now, in a browser of theirs. The code of the next step is unused, and accepted already. */
async function newOwner(): Promise<Owner> {
  const email = `owner-${(owners += 1)}-${seed}@example.com`;
  const added = await addOwner(db, { email, name: 'Asha' }, new Date());
  if (!added.ok) throw new Error(added.problem);
  const browser = new RealBrowser('10.9.0.1');
  const link = `/api/staff/set-up/${added.value}`;
  const offered = await browser.post(origins[0]!, `${link}/totp`);
  const { secret } = JSON.parse(offered.text) as { secret: string };
  const codeAt = (away: number) => codeOfStep(secret, stepAt(new Date()) + away);
  const done = await browser.post(origins[0]!, link, { password: STAFF_PASSWORD, code: codeAt(0) });
  if (done.status !== 200) throw new Error(done.text);
  return { email, browser, codeAt };
}

const enterPassword = (browser: RealBrowser, origin: string, email: string): Promise<Answer> =>
  browser.post(origin, '/api/staff/sign-in', { email, password: STAFF_PASSWORD });
const enterCode = (browser: RealBrowser, origin: string, code: string): Promise<Answer> =>
  browser.post(origin, '/api/staff/sign-in/code', { code });
const originOf = (n: number) => origins[n % origins.length]!;
const addressOf = (n: number) => `10.1.0.${n % ADDRESSES}`;

/** Wrong for the next minutes as well. */
function wrongCodes(owner: Owner, count: number): string[] {
  const right = new Set(Array.from({ length: 20 }, (_, step) => owner.codeAt(step - 2)));
  const codes: string[] = [];
  while (codes.length < count) {
    const code = String(Math.floor(random() * 1_000_000)).padStart(6, '0');
    if (!right.has(code)) codes.push(code);
  }
  return codes;
}

const count = (answers: readonly Answer[], ...codes: string[]): number =>
  answers.filter(({ code }) => code !== undefined && codes.includes(code)).length;

it(`S3: a stolen password does not help to guess the code of a sign-in (seed ${seed})`, async () => {
  const owner = await newOwner();
  const thief = new RealBrowser('10.2.0.1');
  expect((await enterPassword(thief, originOf(0), owner.email)).status).toBe(200);
  const tries = wrongCodes(owner, guesses).map(
    (code, n) => () => enterCode(thief.copy(addressOf(n)), originOf(n), code),
  );
  const { answers, busy } = await rush(tries);
  const compared = count(answers, 'CodeMismatchException');
  const refused = count(answers, 'SIGN_IN_EXPIRED', 'LimitExceededException');
  const { tries: counted } = await db
    .selectFrom('staff_sign_ins')
    .innerJoin('staff', 'staff.id', 'staff_sign_ins.staff_id')
    .select('tries')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  const isIn = answers.some(({ status }) => status === 200);
  const passed =
    compared <= MOST_COMPARED && counted === MOST_COMPARED && compared + refused === guesses && !isIn;
  report(
    'S3',
    'guesses at the code of one staff sign-in, all at once: ≤ 5 compared',
    `one staff sign-in: ${guesses} guesses from ${ADDRESSES} addresses over ${processes} processes, ${compared} compared, ` +
      `${refused} refused, ${busy} told to try again first; seed ${seed}`,
    passed,
  );
  expect({ compared: compared <= MOST_COMPARED, counted, isIn, answered: compared + refused }).toEqual({
    answered: guesses,
    compared: true,
    counted: MOST_COMPARED,
    isIn: false,
  });
  // The right code is used up with them.
  expect(await enterCode(thief, originOf(0), owner.codeAt(1))).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
});

it(`S3: nor do many sign-ins with it (seed ${seed})`, async () => {
  const owner = await newOwner();
  const answers = await inParallel(
    wrongCodes(owner, guesses).map((code, n) => async () => {
      const thief = new RealBrowser(addressOf(n));
      const asked = await enterPassword(thief, originOf(n), owner.email);
      return asked.status === 200 ? await enterCode(thief, originOf(n + 1), code) : asked;
    }),
    AT_ONCE,
  );
  const compared = count(answers, 'CodeMismatchException');
  const isIn = answers.some(({ status }) => status === 200);
  const passed = compared <= ALL_FREE && !isIn;
  report(
    'S3',
    'guesses at codes of staff, each in a sign-in of its own with the correct password: ≤ 100 compared in a day, nobody in',
    `codes of staff, each with a sign-in and the correct password: ${guesses} guesses from ${ADDRESSES} addresses over ${processes} processes, ${compared} compared in a day; seed ${seed}`,
    passed,
  );
  expect({ isFew: compared <= ALL_FREE, isIn }).toEqual({ isFew: true, isIn: false });
  // The owner's own browser goes on meanwhile.
  expect(await enterPassword(owner.browser, originOf(0), owner.email)).toMatchObject({ status: 200 });
  expect(await enterCode(owner.browser, originOf(1), owner.codeAt(1))).toMatchObject({ status: 200 });
});

it('S3: one code that many browsers send at once signs in one of them', async () => {
  const owner = await newOwner();
  const browsers = Array.from({ length: 8 }, (_, n) => new RealBrowser(addressOf(n)));
  for (const [n, browser] of browsers.entries())
    expect((await enterPassword(browser, originOf(n), owner.email)).status).toBe(200);
  const code = owner.codeAt(1);
  const answers = await Promise.all(browsers.map((browser, n) => enterCode(browser, originOf(n), code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('S3 control: without counted tries, the code of a staff sign-in is found', async () => {
  await pool.query(`
    create function forget_staff_tries() returns trigger language plpgsql as 'begin new.tries := 0; return new; end';
    create trigger forget_staff_tries before update on staff_sign_ins for each row execute function forget_staff_tries()`);
  try {
    const owner = await newOwner();
    const thief = new RealBrowser('10.3.0.1');
    await enterPassword(thief, originOf(0), owner.email);
    const wrong = await inParallel(
      wrongCodes(owner, 40).map((code, n) => () => enterCode(thief.copy(addressOf(n)), originOf(n), code)),
      AT_ONCE,
    );
    expect(count(wrong, 'CodeMismatchException')).toBe(40);
    const right = thief.copy('10.3.0.2');
    expect((await enterCode(right, originOf(0), owner.codeAt(1))).status).toBe(200);
  } finally {
    await pool.query('drop trigger forget_staff_tries on staff_sign_ins; drop function forget_staff_tries()');
  }
});
