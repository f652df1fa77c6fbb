import { expect, it } from 'vitest';
import { isFull, randomFrom, report, seed, size } from '../support/profile.ts';
import { rememberBrowser } from '#server/auth/known-browser.ts';
import { createPasswordHasher } from '#server/runtime/password-hasher.ts';
import { testApp } from '../support/app.ts';

const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000000' } });
const PASSWORD = 'Kitchari & ghee 7';
const wrong = (email: string) => ({ username: email, password: 'Wrong-guess-1' });
const wrongOfStaff = (email: string) => ({ email, password: 'Wrong-guess-1' });
const alone = (email: string) => ({ email });
/** The same request for an address that the site knows, and for one that it does not. */
const CALLS = [
  { name: 'sign-in of an account', url: '/sign-in', knownAs: 'account', body: wrong },
  { name: 'sign-in of a sign-up under way', url: '/sign-in', knownAs: 'sign-up', body: wrong },
  { name: 'sign-in of staff', url: '/api/staff/sign-in', knownAs: 'staff', body: wrongOfStaff },
  { name: 'forgot', url: '/forgot-password', knownAs: 'account', body: alone },
  { name: 'resend', url: '/resend-confirm-code', knownAs: 'sign-up', body: alone },
] as const;
type Call = (typeof CALLS)[number];
/** What a browser brings that has signed in to another address: it must change nothing. */
const COOKIES = ['without a cookie', "with another address's cookie"] as const;
type Cookie = (typeof COOKIES)[number];

const random = randomFrom(seed);
const given = new Set<string>();
/** Known and unknown addresses look alike, so that neither their length nor their place in an index gives them away. */
function newAddress(): string {
  const name = Math.floor(random() * 2 ** 32)
    .toString(36)
    .padStart(7, '0');
  if (given.has(name)) return newAddress();
  given.add(name);
  return `${name}@example.com`;
}

const { password_hash } = await site.deps.db
  .selectFrom('accounts')
  .select('password_hash')
  .where('email', '=', 'demo@example.com')
  .executeTakeFirstOrThrow();

async function knownAddress(as: Call['knownAs']): Promise<string> {
  const email = newAddress();
  if (as === 'account') {
    const at = site.clock.now();
    await site.deps.db
      .insertInto('accounts')
      .values({ email, password_hash, created_at: at, updated_at: at })
      .execute();
  } else if (as === 'staff') {
    const at = site.clock.now();
    await site.deps.db
      .insertInto('staff')
      .values({
        email,
        name: 'Asha',
        password_hash,
        totp_secret: Buffer.from('sealed'),
        created_at: at,
        updated_at: at,
      })
      .execute();
  } else {
    const begun = await site.request({
      method: 'POST',
      url: '/sign-up',
      payload: { username: email, password: PASSWORD },
    });
    if (begun.statusCode !== 201) throw new Error(begun.body);
  }
  return email;
}

let asked = 0;

const known = rememberBrowser(site.deps.config.app_secret, '', 'somebody-else@example.com');

async function ask({ url, body }: Pick<Call, 'url' | 'body'>, email: string, cookie: Cookie = COOKIES[0]) {
  asked += 1;
  const began = performance.now();
  const answer = await site.request({
    method: 'POST',
    url,
    payload: body(email),
    ...(cookie === COOKIES[0] ? {} : { cookies: { browser: known } }),
    // From an address of its own: this tests the account, not the limits.
    remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
  });
  const ms = performance.now() - began;
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
  return {
    ms,
    seen: {
      status: answer.statusCode,
      body: answer.body.replace(/"(?:request|reset)_id":"[^"]*"/, ''),
      headers,
    },
  };
}

/** How often a time of one is longer than one of the other: 0.5 distinguishes nothing, 0 and 1 everything. */
function aucOf(known: readonly number[], unknown: readonly number[]): number {
  let wins = 0;
  for (const a of known) for (const b of unknown) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (known.length * unknown.length);
}

const BLOCK = 10;
/**
 * How an attacker asks: about each address once, or about one address repeatedly. Both kinds of addresses are asked
 * about in the same way, because the attacker knows the effects of earlier attempts (a counted failure, a sent code).
 */
const WAYS = ['each once', 'one again and again'] as const;
type Way = (typeof WAYS)[number];

/**
 * Asks in blocks of ten known and ten unknown addresses in random order, and compares times within each block only: a
 * machine that gets slower for a minute is slower for both. A rank test, so that a single pause counts for little. With
 * `least_of`, each time is the least of so many requests: pauses of a busy machine only add to a time.
 */
async function timesApart(
  call: Call,
  way: Way,
  blocks: number,
  cookie: Cookie = COOKIES[0],
  least_of = 1,
): Promise<number> {
  const addresses = { known: [] as string[], unknown: [] as string[] };
  for (let n = 0; n < (way === 'each once' ? BLOCK * (blocks + 1) * least_of : 1); n++) {
    addresses.known.push(await knownAddress(call.knownAs));
    addresses.unknown.push(newAddress());
  }
  const next = { known: 0, unknown: 0 };
  const aucs: number[] = [];
  for (let block = -1; block < blocks; block++) {
    const times = { known: [] as number[], unknown: [] as number[] };
    while (times.known.length + times.unknown.length < 2 * BLOCK) {
      const left = { known: BLOCK - times.known.length, unknown: BLOCK - times.unknown.length };
      const kind = random() * (left.known + left.unknown) < left.known ? 'known' : 'unknown';
      let least = Infinity;
      // The first block warms up.
      for (let request = 0; request < (block < 0 ? 1 : least_of); request++) {
        const email = addresses[kind][next[kind]++ % addresses[kind].length]!;
        const { ms, seen } = await ask(call, email, cookie);
        expect(seen.status).toBeLessThan(429);
        least = Math.min(least, ms);
      }
      times[kind].push(least);
    }
    if (block >= 0) aucs.push(aucOf(times.known, times.unknown));
  }
  return aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
}

it.each(CALLS)('S4: $name gives the same answer for a known and an unknown address', async (call) => {
  for (const cookie of COOKIES) {
    const unknown = (await ask(call, newAddress(), cookie)).seen;
    expect((await ask(call, await knownAddress(call.knownAs), cookie)).seen).toEqual(unknown);
  }
});

// Four standard errors either way: 0.024 in the full size, 0.094 in the small one, which finds only large differences.
const [low, high] = isFull ? [0.4, 0.6] : [0.1, 0.9];

/** In the small size the slow answers are asked one way only. */
const TIMED = CALLS.flatMap((call) =>
  WAYS.filter((way) => isFull || way === 'each once' || call.url === '/sign-in').flatMap((way) =>
    // Only signing in looks at the cookie.
    COOKIES.filter((cookie) => cookie === COOKIES[0] || (isFull && call.url === '/sign-in')).map(
      (cookie) => ({
        call,
        way,
        cookie,
        name: call.name,
      }),
    ),
  ),
);

it.each(TIMED)(
  `S4: the response time of $name, $way, $cookie, does not reveal which is known (seed ${seed})`,
  { timeout: 900_000 },
  async ({ call, way, cookie }) => {
    const blocks = size(2, 30);
    const auc = await timesApart(call, way, blocks, cookie);
    const passed = auc >= low && auc <= high;
    report(
      'S4',
      `known and unknown: same status, body, headers; AUC of the times ${low.toFixed(2)}–${high.toFixed(2)}`,
      `${call.name}, ${way}, ${cookie}: AUC ${auc.toFixed(3)} of ${BLOCK * blocks} each, seed ${seed}`,
      passed,
    );
    expect(passed, `AUC ${auc}`).toBe(true);
  },
);

it('S4 control: without a hash for unknown addresses, the response time reveals them', async () => {
  const { identity, db } = site.deps;
  const honest = identity.signIn;
  // As strong as in the product: the site of this test has a cheap one, so that nothing is hidden behind it.
  const hasher = createPasswordHasher();
  identity.signIn = async (tx, input, now) => {
    const account = await db.selectFrom('accounts').select('id').where('email', '=', input.email).execute();
    if (account.length > 0) await hasher.verify(null, input.password, null);
    return await honest.call(identity, tx, input, now);
  };
  try {
    expect(await timesApart(CALLS[0], 'each once', size(1, 4), COOKIES[0], 3)).toBeGreaterThan(high);
  } finally {
    identity.signIn = honest;
  }
});
