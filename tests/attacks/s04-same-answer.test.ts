import { expect, it } from 'vitest';
import { isFull, randomFrom, report, seed, shuffled, size } from '../faults/support/profile.ts';
import { testApp } from '../support/app.ts';

const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000000' } });
const KNOWN = 'demo@example.com';
const CALLS = {
  'POST /sign-in': (email: string) => ({ username: email, password: 'Wrong-guess-1' }),
  'POST /forgot-password': (email: string) => ({ email }),
  'POST /resend-confirm-code': (email: string) => ({ email }),
};
type Name = keyof typeof CALLS;
let asked = 0;

async function ask(name: Name, email: string) {
  asked += 1;
  // Each from an address and at a time of its own: what is judged is the account, not the limits.
  site.clock.advance(60 * 60_000);
  const began = performance.now();
  const answer = await site.request({
    method: 'POST',
    url: name.split(' ')[1]!,
    payload: CALLS[name](email),
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

/** How often a time of one is longer than one of the other: 0.5 tells nothing apart. */
function aucOf(known: readonly number[], unknown: readonly number[]): number {
  let wins = 0;
  for (const a of known) for (const b of unknown) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (known.length * unknown.length);
}

it.each(Object.keys(CALLS) as Name[])('S4: %s answers a known and an unknown address alike', async (name) => {
  const unknown = (await ask(name, 'nobody-of-that-name@example.com')).seen;
  // As long as the other: the length of what was sent may show in nothing either.
  expect((await ask(name, KNOWN)).seen).toEqual(unknown);
});

it.runIf(isFull).each(Object.keys(CALLS) as Name[])(
  'S4: the time of %s does not tell them apart',
  { timeout: 600_000 },
  async (name) => {
    const each = size(0, 300);
    const emails = shuffled(
      Array.from({ length: 2 * each }, (_, n) => (n % 2 ? KNOWN : `nobody-${n}@example.com`)),
      randomFrom(seed),
    );
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < 20; n++) await ask(name, n % 2 ? KNOWN : `warm-${n}@example.com`);
    for (const email of emails) {
      const { ms } = await ask(name, email);
      times[email === KNOWN ? 'known' : 'unknown'].push(ms);
    }
    const auc = aucOf(times.known, times.unknown);
    const passed = auc >= 0.4 && auc <= 0.6;
    report(`S4 ${name}`, 'AUC 0.40–0.60', `${auc.toFixed(3)} of ${each} each, seed ${seed}`, passed);
    expect(passed).toBe(true);
  },
);
