import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtPages } from '#server/pages/serve-pages.ts';
import { hasNginx, openFront } from '../faults/support/front.ts';
import { report } from '../support/profile.ts';
import { testApp } from '../support/app.ts';
import { hashesIn, stoppedBy } from '../support/page-policy.ts';

// The pages as they are built: `npm test` and `npm run attacks` build them first.
const pages = builtPages(join(import.meta.dirname, '../../build'));
const site = await testApp({ pages, env: { RATE_LIMIT_SCALE: '10000' } });
const client = await site.signIn('demo@example.com');
// The demo client may book it, a visitor not yet.
await site.db
  .updateTable('services')
  .set({ audience: 'KNOWN' })
  .where('name', '=', 'Marma Session')
  .execute();
const [post] = await site.deps.db.selectFrom('posts').select(['slug', 'title']).limit(1).execute();
const PATHS = ['/', '/blog', `/blog/${post!.slug}`, '/wellness-services', '/events', '/about'];
const PRIVATE_PATHS = ['/profile', '/cart', '/checkout/success?session_id=cs_1', '/sign-in', '/nowhere'];
const BROWSERS = ['gzip, deflate, br, zstd', 'gzip', 'identity'];

type Headers = Readonly<Record<string, string>>;
type Answer = { status: number; headers: Headers; body: Buffer };

/**
 * As careless as RFC 9111 lets a cache be: it sends an old page for as long as `stale-while-revalidate` says, and keeps
 * the headers that it has, those of a 304 notwithstanding (so does nginx).
 */
function sharedCache() {
  const kept = new Map<string, Answer & { at: number }>();
  const secondsOf = ({ headers }: Answer, name: string) =>
    Number(new RegExp(`${name}=(\\d+)`).exec(headers['cache-control'] ?? '')?.[1] ?? 0);
  const ask = async (url: string, headers: Headers): Promise<Answer> => {
    const { statusCode, headers: received, rawPayload } = await site.app.inject({ url, headers });
    return { status: statusCode, headers: received as Headers, body: rawPayload };
  };
  return {
    kept,
    async get(url: string, headers: Headers): Promise<Answer> {
      const now = site.clock.now().getTime();
      const key = `${url} ${headers['accept-encoding']}`;
      const old = kept.get(key);
      const age = old ? (now - old.at) / 1000 : Infinity;
      const fresh = old ? secondsOf(old, 's-maxage') : 0;
      if (old && age < fresh) return old;
      const tag = old?.headers['etag'];
      const anew = await ask(url, { ...headers, ...(tag ? { 'if-none-match': tag } : {}) });
      if (old && anew.status === 304) old.at = now;
      else if (/public/.test(anew.headers['cache-control'] ?? '')) kept.set(key, { ...anew, at: now });
      if (old && (anew.status === 304 || age < fresh + secondsOf(old, 'stale-while-revalidate'))) return old;
      return anew;
    },
  };
}

const htmlOf = ({ headers, body }: Answer): string => {
  const coding = headers['content-encoding'];
  const plain = coding === 'br' ? zlib.brotliDecompressSync(body) : coding ? zlib.gunzipSync(body) : body;
  return plain.toString();
};

let served = 0;
let unfit = 0;
/** If the policy did not allow everything in the page, its scripts would not run. */
function expectFit(answer: Answer): void {
  const policy = answer.headers['content-security-policy'] ?? '';
  const stopped = stoppedBy(policy, htmlOf(answer));
  served += 1;
  if (stopped.length > 0) unfit += 1;
  expect(stopped).toEqual([]);
  expect(hashesIn(policy).scripts.length).toBeGreaterThan(3);
}

async function changeTitle(title: string): Promise<void> {
  await site.deps.db.updateTable('posts').set({ title }).where('slug', '=', post!.slug).execute();
}

describe('S11: a cache in front of the site', () => {
  it('never sends a page with the policy of another version', async () => {
    const cache = sharedCache();
    // Every second for longer than a page may be kept, with a change of content in between.
    for (let second = 0; second < 70; second++) {
      if (second % 20 === 10) await changeTitle(`Changed after ${second} s`);
      for (const [n, url] of PATHS.entries()) {
        const headers: Headers = { 'accept-encoding': BROWSERS[(second + n) % BROWSERS.length]! };
        // Some are signed in; the page is the same for them.
        const cookie: Headers = second % 2 ? { cookie: `access=${client.access}; login=1` } : {};
        expectFit(await cache.get(url, { ...headers, ...cookie }));
      }
      site.clock.advance(1000);
    }
    report(
      'S11',
      'a shared cache in front never sends a page whose policy does not fit',
      `${served} pages of ${PATHS.length} addresses in ${BROWSERS.length} codings, 3 changes of content, ${unfit} that do not fit`,
      unfit === 0,
    );
  });

  it('may keep what each address says: it is the same for a visitor and for a known client', async () => {
    for (const url of [...PATHS, '/get-all-wellness-services']) {
      const bodyFor = async (headers: Headers) => (await site.app.inject({ url, headers })).body;
      const cookie = `access=${client.access}; login=1`;
      expect(await bodyFor({ cookie }), url).toBe(await bodyFor({}));
    }
    expect((await site.app.inject('/get-all-wellness-services')).body).toContain('"audience":"KNOWN"');
  });

  it('shows a change after 15 seconds at most', async () => {
    const cache = sharedCache();
    const headers = { 'accept-encoding': 'gzip' };
    await cache.get('/blog', headers);
    await changeTitle('Changed at once');
    // The old one is sent once more, while the new one is fetched.
    site.clock.advance(13_999);
    expect(htmlOf(await cache.get('/blog', headers))).not.toContain('Changed at once');
    expect(htmlOf(await cache.get('/blog', headers))).toContain('Changed at once');

    await changeTitle('Changed again');
    site.clock.advance(14_000);
    expect(htmlOf(await cache.get('/blog', headers))).toContain('Changed again');
  });

  it('does not store pages for one visitor', async () => {
    const cache = sharedCache();
    const headers = { 'accept-encoding': 'gzip', cookie: `access=${client.access}` };
    for (const url of PRIVATE_PATHS) await cache.get(url, headers);
    expect([...cache.kept.keys()]).toEqual([]);
  });

  it('control: a page with the headers of the previous version is detected', async () => {
    const ask = async () => {
      const { headers, rawPayload } = await site.app.inject({ url: '/blog' });
      return { status: 200, headers: headers as Headers, body: rawPayload };
    };
    const before = await ask();
    await changeTitle('One more change');
    site.clock.advance(1000);
    const after = await ask();
    expect(() => expectFit({ ...after, headers: before.headers })).toThrow();
  });
});

if (!hasNginx()) report('S11', 'nginx with deploy/nginx-cache.conf', 'nginx is not installed', 'SKIPPED');

describe.runIf(hasNginx())('S11: nginx with deploy/nginx-cache.conf', async () => {
  const front = await openFront({ keepsPages: true });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  await front.use([(site.app.server.address() as AddressInfo).port]);
  const ask = async (path: string, headers: Headers = {}): Promise<Answer> => {
    const answer = await fetch(front.origin + path, { headers: { 'accept-encoding': 'gzip', ...headers } });
    const received = Object.fromEntries(answer.headers);
    // fetch has decoded it.
    delete received['content-encoding'];
    return { status: answer.status, headers: received, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const idOf = ({ headers }: Answer) => headers['x-request-id'];

  it('answers from the cache, also for clients, with 304 for a browser that has the page', async () => {
    for (const path of PATHS) {
      const one = await ask(path);
      const two = await ask(path, { cookie: `access=${client.access}; login=1` });
      expect([path, idOf(two)]).toEqual([path, idOf(one)]);
      for (const answer of [one, two]) expectFit(answer);
      const again = await ask(path, { 'if-none-match': one.headers['etag']! });
      expect([path, again.status, idOf(again)]).toEqual([path, 304, idOf(one)]);
      // Another coding is another answer.
      expectFit(await ask(path, { 'accept-encoding': 'identity' }));
    }
  });

  it('passes requests for one visitor to the app every time', async () => {
    const cookie = `access=${client.access}`;
    const paths = [...PRIVATE_PATHS, '/auth/get-user', '/photos/none.jpg', '/get-blogs'];
    for (const path of paths) {
      const [one, two] = [await ask(path, { cookie }), await ask(path, { cookie })];
      expect([path, idOf(one) === idOf(two)]).toEqual([path, false]);
    }
  });
});
