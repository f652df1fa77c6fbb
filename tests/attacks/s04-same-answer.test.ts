import { expect, it } from 'vitest';
import { isFull, randomFrom, report, seed, size } from '../faults/support/profile.ts';
import { createPasswordHasher } from '#server/ports/identity-password-hasher.ts';
import { testApp } from '../support/app.ts';

const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000000' } });
const CLIENT = 'demo@example.com';
/** An address that has begun to sign up. */
const WAITING = 'waiting@example.com';
const wrong = (email: string) => ({ username: email, password: 'Wrong-guess-1' });
/** What is asked of an address that the site knows, and of one that it does not. */
const CALLS = [
  { name: 'sign-in of an account', url: '/sign-in', known: CLIENT, body: wrong },
  { name: 'sign-in of a sign-up under way', url: '/sign-in', known: WAITING, body: wrong },
  { name: 'forgot', url: '/forgot-password', known: CLIENT, body: (email: string) => ({ email }) },
  { name: 'resend', url: '/resend-confirm-code', known: WAITING, body: (email: string) => ({ email }) },
] as const;
type Call = (typeof CALLS)[number];

const begun = await site.request({
  method: 'POST',
  url: '/sign-up',
  payload: { username: WAITING, password: 'Kitchari & ghee 7' },
});
if (begun.statusCode !== 201) throw new Error(begun.body);

const random = randomFrom(seed);
let asked = 0;
/** As long as the known one: the length of what was sent may show in nothing either. */
const unknownLike = (email: string): string =>
  String(asked + 1)
    .padStart(email.indexOf('@'), 'n')
    .slice(-email.indexOf('@')) + email.slice(email.indexOf('@'));

async function ask({ url, body }: Pick<Call, 'url' | 'body'>, email: string) {
  asked += 1;
  const began = performance.now();
  const answer = await site.request({
    method: 'POST',
    url,
    payload: body(email),
    // From an address of its own: what is judged is the account, not the limits.
    remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
  });
  const ms = performance.now() - began;
  const { date: _date, 'x-request-id': _id, 'content-security-policy': csp, ...headers } = answer.headers;
  return {
    ms,
    seen: {
      status: answer.statusCode,
      body: answer.body.replace(/"request_id":"[^"]*"/, ''),
      headers: { ...headers, csp: String(csp).replaceAll(/nonce-[^']+/g, '') },
    },
  };
}

/** How often a time of one is longer than one of the other: 0.5 tells nothing apart, 0 and 1 everything. */
function aucOf(known: readonly number[], unknown: readonly number[]): number {
  let wins = 0;
  for (const a of known) for (const b of unknown) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (known.length * unknown.length);
}

const BLOCK = 10;
/**
 * Asks in blocks of ten known and ten unknown addresses in random order, and compares times within each block only: a
 * machine that gets slower for a minute is slower for both. A rank test, so that a single pause counts for little.
 */
async function timesApart(call: Call, blocks: number): Promise<number> {
  const aucs: number[] = [];
  for (let block = -1; block < blocks; block++) {
    const times = { known: [] as number[], unknown: [] as number[] };
    while (times.known.length + times.unknown.length < 2 * BLOCK) {
      const left = { known: BLOCK - times.known.length, unknown: BLOCK - times.unknown.length };
      const kind = random() * (left.known + left.unknown) < left.known ? 'known' : 'unknown';
      const { ms, seen } = await ask(call, kind === 'known' ? call.known : unknownLike(call.known));
      expect(seen.status).toBeLessThan(429);
      times[kind].push(ms);
    }
    // The first one warms up.
    if (block >= 0) aucs.push(aucOf(times.known, times.unknown));
  }
  return aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
}

it.each(CALLS)('S4: $name answers a known and an unknown address alike', async (call) => {
  const unknown = (await ask(call, unknownLike(call.known))).seen;
  expect((await ask(call, call.known)).seen).toEqual(unknown);
});

// Four standard errors either way: 0.024 in the full size, 0.094 in the small one, which sees only what is plain.
const [low, high] = isFull ? [0.4, 0.6] : [0.1, 0.9];

it.each(CALLS)(
  `S4: the time of $name does not tell them apart (seed ${seed})`,
  { timeout: 900_000 },
  async (call) => {
    const blocks = size(2, 30);
    const auc = await timesApart(call, blocks);
    const passed = auc >= low && auc <= high;
    report(
      'S4',
      `known and unknown: same status, body, headers; AUC of the times ${low.toFixed(2)}–${high.toFixed(2)}`,
      `${call.name}: ${auc.toFixed(3)} of ${BLOCK * blocks} each, seed ${seed}`,
      passed,
    );
    expect(passed, `AUC ${auc}`).toBe(true);
  },
);

it('S4 twin: an identity that saves itself the hash for unknown addresses is found out', async () => {
  const { identity } = site.deps;
  const honest = identity.signIn;
  // As strong as in the product: the site of this test has a cheap one, so that nothing is hidden behind it.
  const hasher = createPasswordHasher();
  identity.signIn = async (db, input, now) => {
    if (input.email === CLIENT) await hasher.verify(null, input.password);
    return await honest.call(identity, db, input, now);
  };
  try {
    expect(await timesApart(CALLS[0], size(2, 4))).toBeGreaterThan(high);
  } finally {
    identity.signIn = honest;
  }
});
