import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { createContext, redirect, type RouterContextProvider, type ServerBuild } from 'react-router';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precompress } from '#scripts/lib/precompress.ts';
import { fixedClock } from '#tests/support/clock.ts';
import { answerErrors } from '../http/errors.ts';
import { readJsonBodies } from '../http/json-body.ts';
import { createSecurityHeaders } from '../http/security-headers.ts';
import { builtPages, servePages } from './serve-pages.ts';
import { acceptedEncodings, readStaticFiles } from './static-files.ts';

interface Context {
  siteUrl: string;
  callApi(path: string): Promise<{ status: number; body: unknown }>;
}

/** As React Router writes them; only the first is a file of the build that can stand in a page. */
const SHEETS = ['/assets/site-Ab3_-x1Z.css', '/assets/odd-Ab3_-x1Z.css', '/in-development.css']
  .map((href) => `<link rel="stylesheet" href="${href}"/>`)
  .join('');
const CSS = 'p{color:green;background:url("/fonts/$&.woff2")}';

const pagesContext = createContext<Context>();
const inlineMark = 'a mark of this process';
/** As many texts as hostile people write; a bug of a page lets them through as they are. */
let injected = '';
/** What the calls of the API say, and whether it is tied to the versions of the content. */
let title: string | null = 'Ginger';
let etag: string | null = '"posts-1"';
let versions = 'posts=1';
let readVersions = () => Promise.resolve(versions);
let renderings = 0;
/** How often the page of a secret address has asked. */
let calls = 0;

/** A build of a few routes, written by hand. */
const build = {
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
  assetsBuildDirectory: '',
  basename: '/',
  future: {},
  isSpaMode: false,
  ssr: true,
  prerender: [],
  publicPath: '/',
  routeDiscovery: { mode: 'initial' },
  allowedActionOrigins: false,
  entry: {
    module: {
      pagesContext,
      inlineMark,
      sharedPages: new Set(['/', '/post/:name']),
      pageQueries: { '/': { day: (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? value : null) } },
      privatePages: { '/secret/:word': ({ word }: { word: string }) => `/what-is/${word}` },
      knownPages: { '/post/:name': ({ name }: { name: string }) => Promise.resolve(name === 'ginger') },
      default: async (
        request: Request,
        status: number,
        headers: Headers,
        _router: unknown,
        context: RouterContextProvider,
      ) => {
        renderings += 1;
        const { siteUrl, callApi } = context.get(pagesContext);
        const { body } = await callApi('/get-blogs');
        headers.set('content-type', 'text/html; charset=utf-8');
        const script = (text: string) => `<script nonce="${inlineMark}">${text}</script>`;
        const html = `<head>${SHEETS}</head>${script('1')}<p>${siteUrl} ${request.url} ${JSON.stringify(body)}</p>${injected}${script('2')}<script nonce="${inlineMark}" src="/a.js"></script>${'<!-- long -->'.repeat(200)}`;
        return new Response(html, { status, headers });
      },
    },
  },
  routes: {
    home: { id: 'home', path: '/', module: { default: () => null } },
    old: {
      id: 'old',
      path: '/old',
      module: {
        default: () => null,
        loader: () => {
          throw redirect('/new', 301);
        },
      },
    },
    own: { id: 'own', path: '/own', module: { default: () => null } },
    secret: { id: 'secret', path: '/secret/:word', module: { default: () => null } },
    post: {
      id: 'post',
      path: '/post/:name',
      module: {
        default: () => null,
        loader: ({ params }: { params: { name: string } }) => {
          if (params.name !== 'ginger') throw new Response('missing', { status: 404 });
          return null;
        },
        ErrorBoundary: () => null,
      },
    },
    missing: {
      id: 'missing',
      path: '*',
      module: {
        default: () => null,
        loader: () => {
          throw new Response('missing', { status: 404 });
        },
        ErrorBoundary: () => null,
      },
    },
  },
} as unknown as ServerBuild;

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(folder, 'assets'));
const script = 'export const a = 1;\n'.repeat(100);
writeFileSync(join(folder, 'assets/app-Ab3_-x1Z.js'), script);
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/site-Ab3_-x1Z.css'), CSS);
writeFileSync(join(folder, 'assets/odd-Ab3_-x1Z.css'), 'p::after{content:"</style>"}');
await precompress(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const clock = fixedClock();
let app: FastifyInstance;

const SHARED = 'public, max-age=0, s-maxage=10, stale-while-revalidate=4';
const BROWSER = 'gzip, deflate, br, zstd';
const headers = createSecurityHeaders({ https: false, HSTS_SUBDOMAINS: false }, []);
const decode: Record<string, (body: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  none: (body) => body,
};

function newApp(cacheMs: number): FastifyInstance {
  const made = fastify();
  made.get('/get-blogs', (_request, reply) => {
    if (title === null) throw new Error('The database is away');
    if (etag !== null) void reply.header('etag', etag);
    return [{ title }];
  });
  made.get<{ Params: { word: string } }>('/what-is/:word', ({ params, ip }, reply) =>
    params.word === 'open' ? { ip, call: ++calls } : reply.code(410).send({ message: 'Over' }),
  );
  made.post('/sign-in', () => ({}));
  answerErrors(made);
  readJsonBodies(made);
  const files = readStaticFiles(folder);
  servePages(made, {
    source: { load: () => Promise.resolve(build), files, cacheMs, mode: 'production' },
    siteUrl: 'https://example.test',
    headers,
    readVersions: () => readVersions(),
    clock: clock.now,
  });
  return made;
}

beforeEach(() => {
  [renderings, calls] = [0, 0];
  [injected, title, etag, versions] = ['', 'Ginger', '"posts-1"', 'posts=1'];
  readVersions = () => Promise.resolve(versions);
  app = newApp(15_000);
});
afterEach(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
/** As a browser asks, once the smallest form is there. */
async function askForBrotli(url: string) {
  const isThere = async () => (await ask(url, { 'accept-encoding': 'br' })).headers['content-encoding'];
  // Another thread compresses; on a busy machine that takes longer than the usual second.
  await expect.poll(isThere).toBe('br');
  return await ask(url, { 'accept-encoding': BROWSER });
}
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const sourcesOf = (policy: unknown, directive: string) =>
  new RegExp(`${directive} ([^;]+);`).exec(String(policy))![1]!.split(' ');

describe('pages', () => {
  it('arrive as HTML with data of our own API', async () => {
    const answer = await ask('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('https://example.test https://example.test/ [{"title":"Ginger"}]');
  });

  it('are the same bytes with the same ETag for everybody, from one rendering', async () => {
    const [one, two] = await Promise.all([ask('/'), ask('/')]);
    const third = await ask('/?utm=1', { cookie: '__Host-login=1; access=a' });
    for (const other of [two, third]) {
      expect(other.body).toBe(one.body);
      for (const name of ['etag', 'content-security-policy', 'cache-control'])
        expect(other.headers[name]).toBe(one.headers[name]);
    }
    expect(renderings).toBe(1);
  });

  it('of a secret address are kept nowhere, and count against the limits of the visitor', async () => {
    const askFrom = (remoteAddress: string) => app.inject({ url: '/secret/open', remoteAddress });
    for (const [ip, call] of [
      ['192.0.2.1', 1],
      ['192.0.2.2', 2],
    ] as const) {
      const answer = await askFrom(ip);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toContain(JSON.stringify({ ip, call }));
    }
    expect(renderings).toBe(2);
  });

  it('of secret addresses that are refused are one page, so that guessing renders nothing', async () => {
    const answers = await Promise.all(['one', 'other', 'third'].map((word) => ask(`/secret/${word}`)));
    for (const { headers, body } of answers) {
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toContain('{"message":"Over"}');
      expect(body).toBe(answers[0]!.body);
    }
    expect(renderings).toBe(1);
  });

  it('allow their own inline scripts and style sheets, each by its hash, and no others', async () => {
    injected = '<script>alert(1)</script><script nonce="guessed">alert(2)</script><style>b{}</style>';
    const answer = await ask('/');
    const policy = answer.headers['content-security-policy'];
    expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", sha256('1'), sha256('2')]);
    expect(sourcesOf(policy, 'style-src')).toEqual(["'self'", sha256(CSS)]);
    expect(policy).toBe(
      headers.always['content-security-policy']!.replace(
        "script-src 'self'",
        `script-src 'self' ${sha256('1')} ${sha256('2')}`,
      ).replace("style-src 'self'", `style-src 'self' ${sha256(CSS)}`),
    );
    // What marks them at the server never leaves it.
    expect(answer.body).toContain('<script>1</script>');
    expect(answer.body).toContain('<script src="/a.js"></script>');
    expect(JSON.stringify(answer.headers) + answer.body).not.toContain(inlineMark);
  });

  it('fail rather than say what marks a script as their own', async () => {
    injected = `<p>${inlineMark}</p>`;
    const { statusCode, body } = await ask('/');
    expect([statusCode, body.includes(inlineMark)]).toEqual([500, false]);
  });

  it('bring their style sheets with them, so that nothing has to be fetched before they are seen', async () => {
    const { body } = await ask('/');
    expect(body).toContain(
      `<style>${CSS}</style><link rel="stylesheet" href="/assets/site-Ab3_-x1Z.css" media="not all" disabled=""/>`,
    );
    // What would end the element early, and what is no file of the build, is fetched as before.
    expect(body.match(/<\/style>/g)).toHaveLength(1);
    expect(body).toContain('<link rel="stylesheet" href="/assets/odd-Ab3_-x1Z.css"/>');
    expect(body).toContain('<link rel="stylesheet" href="/in-development.css"/>');
  });

  it('do not take the host or cookies of the request', async () => {
    const { body } = await app.inject({ url: '//evil.test/', headers: { host: 'evil.test', cookie: 'a=b' } });
    expect(body).toContain('https://example.test https://example.test/not-found');
    expect(body).not.toContain('evil.test');
  });

  it('decode to the same page in each coding, which has an ETag of its own', async () => {
    const answers = [
      await askForBrotli('/'),
      await ask('/', { 'accept-encoding': 'gzip' }),
      await ask('/', { 'accept-encoding': 'br;q=0, gzip' }),
      await ask('/', { 'accept-encoding': 'identity' }),
      await ask('/'),
    ];
    const codings = answers.map(({ headers }) => headers['content-encoding'] ?? 'none');
    expect(codings).toEqual(['br', 'gzip', 'gzip', 'none', 'none']);
    const { body } = answers.at(-1)!;
    answers.forEach(({ headers, rawPayload }, n) => {
      expect(decode[codings[n]!]!(rawPayload).toString()).toBe(body);
      expect(headers.vary).toBe('accept-encoding');
      expect(headers['content-length']).toBe(String(rawPayload.length));
    });
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
    expect(new Set(answers.map(({ headers }) => headers['content-security-policy'])).size).toBe(1);
    expect(renderings).toBe(1);
  });

  it('are not sent again to a browser that has them: 304 with the policy that fits', async () => {
    for (const accepted of [BROWSER, 'gzip', 'identity']) {
      const had = await ask('/', { 'accept-encoding': accepted });
      // Better compressed meanwhile: the page that the browser has is as true as before.
      await askForBrotli('/');
      for (const tags of [`${had.headers.etag}`, `"other", W/${had.headers.etag}`, '*']) {
        const again = await ask('/', { 'accept-encoding': accepted, 'if-none-match': tags });
        expect([again.statusCode, again.body]).toEqual([304, '']);
        for (const name of ['content-security-policy', 'cache-control', 'vary'])
          expect(again.headers[name]).toBe(had.headers[name]);
        if (tags !== '*') expect(again.headers.etag).toBe(had.headers.etag);
        expect(again.headers['content-encoding']).toBeUndefined();
      }
    }
  });

  it('are sent again if what a cache has is another page, or a coding that the browser does not take', async () => {
    const { headers } = await askForBrotli('/');
    for (const [tags, accepted] of [
      ['"other-br"', BROWSER],
      [String(headers.etag), 'gzip'],
      [String(headers.etag), ''],
    ] as const)
      expect((await ask('/', { 'accept-encoding': accepted, 'if-none-match': tags })).statusCode).toBe(200);
    // Not a good answer: its condition does not count.
    expect((await ask('/nowhere', { 'if-none-match': '*' })).statusCode).toBe(404);
    expect((await ask('/nowhere')).headers.etag).toBeUndefined();
  });

  it('change at once with the content, and so does their ETag', async () => {
    const before = await ask('/');
    [title, etag, versions] = ['Turmeric', '"posts-2"', 'posts=2'];
    clock.advance(1000);
    const after = await ask('/', { 'if-none-match': String(before.headers.etag) });
    expect([after.statusCode, after.body.includes('Turmeric')]).toEqual([200, true]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(renderings).toBe(2);
  });

  it('are rendered once for each version of the content, however long it stays', async () => {
    for (let minute = 0; minute < 9; minute++) {
      await ask('/');
      clock.advance(60_000);
    }
    expect(renderings).toBe(1);
  });

  it.each([
    ['that change with the time', () => (etag = null)],
    ['of which a part could not be read', () => (title = null)],
  ])('%s are kept for 15 seconds', async (_, happen) => {
    happen();
    await ask('/');
    clock.advance(14_999);
    await ask('/');
    expect(renderings).toBe(1);
    clock.advance(1);
    await ask('/');
    expect(renderings).toBe(2);
  });

  it('that turn out the same when they are rendered again keep their ETags and compressed forms', async () => {
    etag = null;
    // Brotli takes long for it.
    injected = randomBytes(150_000).toString('base64');
    const before = await askForBrotli('/');
    clock.advance(15_000);
    const again = await ask('/', { 'accept-encoding': BROWSER });
    expect([renderings, again.headers.etag]).toEqual([2, before.headers.etag]);
    expect(again.rawPayload).toEqual(before.rawPayload);
  });

  it('ask for the versions once a second at most, and together', async () => {
    let asked = 0;
    readVersions = () => Promise.resolve(`posts=${(asked += 1) && 1}`);
    for (let n = 0; n < 10; n++) {
      await Promise.all([ask('/'), ask('/post/ginger'), ask('/nowhere')]);
      clock.advance(250);
    }
    expect(asked).toBe(3);
  });

  it.each([
    ['refuses', () => Promise.reject(new Error('away'))],
    ['is silent', () => new Promise<string>(() => undefined)],
  ])('stay for as long as they may while the database %s', async (_, away) => {
    await ask('/');
    readVersions = away;
    clock.advance(1000);
    expect((await ask('/')).statusCode).toBe(200);
    expect(renderings).toBe(1);
  });

  it('are public in a shared cache where everybody may read them, else private to browsers', async () => {
    for (const [url, status, expected] of [
      ['/', 200, SHARED],
      ['/?day=2026-07-04', 200, SHARED],
      ['/post/ginger', 200, SHARED],
      ['/_.data', 200, SHARED],
      ['/own', 200, 'private, no-cache'],
      ['/old', 301, 'private, no-cache'],
      ['/post/unknown', 404, 'private, no-cache'],
      ['/nowhere', 404, 'private, no-cache'],
    ] as const) {
      const { statusCode, headers } = await ask(url);
      expect([url, statusCode, headers['cache-control']]).toEqual([url, status, expected]);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('are rendered once for 1,000 addresses with queries that they do not read', async () => {
    await app.inject('/?day=2026-07-04');
    await app.inject('/');
    expect(renderings).toBe(2);
    for (let at = 0; at < 500; at++) {
      const [home, unknown] = [await app.inject(`/?u=${at}`), await app.inject(`/unknown-${at}?u=${at}`)];
      expect([home.statusCode, unknown.statusCode]).toEqual([200, 404]);
    }
    await app.inject('/?u=1&day=2026-07-04');
    // One more: the page that says that there is none.
    expect(renderings).toBe(3);
  });

  it('are rendered for the values that they know, and for a few of them at a time', async () => {
    for (let at = 0; at < 500; at++) {
      expect((await app.inject(`/?day=unknown-${at}`)).statusCode).toBe(200);
      expect((await app.inject(`/_.data?_routes=${'home,'.repeat(at)}home`)).statusCode).toBe(200);
    }
    // The page, which all those days are, and its data.
    expect(renderings).toBe(1);
    for (let at = 0; at < 500; at++) {
      const day = `${2000 + at}-01-01`;
      expect((await app.inject(`/?day=${day}`)).statusCode).toBe(200);
    }
    expect(renderings).toBeLessThan(25);
    // The good ones are still there.
    const before = renderings;
    await app.inject('/?day=2000-01-01');
    await app.inject('/');
    expect(renderings).toBe(before);
  });

  it('that are not there are rendered once for all their names', async () => {
    for (let at = 0; at < 500; at++) expect((await app.inject(`/post/unknown-${at}`)).statusCode).toBe(404);
    expect(renderings).toBe(1);
    for (const _ of [1, 2]) {
      const { statusCode, body } = await app.inject('/post/ginger');
      expect([statusCode, body.includes('/post/ginger')]).toEqual([200, true]);
    }
    expect(renderings).toBe(2);
  });

  it('give their data to the router, the landing page at the address without a name', async () => {
    const [home, unknown] = [await app.inject('/_.data'), await app.inject('/unknown/_.data')];
    expect([home.statusCode, unknown.statusCode]).toEqual([200, 404]);
  });

  it('keep redirects and the status of what is missing; what is missing is rendered once', async () => {
    const moved = await app.inject('/old');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/new']);
    expect((await app.inject('/nowhere')).statusCode).toBe(404);
    await app.inject('/nowhere-else');
    expect(renderings).toBe(1);
  });

  it('do not mind a parameter that is there twice: only calls refuse that', async () => {
    expect((await app.inject('/?utm_source=a&utm_source=b')).statusCode).toBe(200);
    expect((await app.inject('/get-blogs?id=a&id=b')).json()).toMatchObject({ code: 'DUPLICATE_PARAMETER' });
  });

  it('answer HEAD with the headers alone', async () => {
    for (const url of ['/', '/nowhere', '/assets/app-Ab3_-x1Z.js']) {
      const head = await app.inject({ method: 'HEAD', url });
      const get = await app.inject(url);
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy'])
        expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])('refuse %s with 405', async (method) => {
    const answer = await app.inject({
      method: method as InjectOptions['method'],
      url: '/blog',
    } as InjectOptions);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('leave the API its addresses', async () => {
    expect((await app.inject({ method: 'POST', url: '/sign-in' })).statusCode).toBe(200);
    expect((await app.inject('/sign-in')).headers['content-type']).toContain('text/html');
    expect((await app.inject('/auth/nothing')).json()).toMatchObject({
      error: 'Not found.',
      message: 'Not found.',
      code: 'NOT_FOUND',
    });
    expect((await app.inject({ method: 'POST', url: '/auth/nothing' })).statusCode).toBe(404);
  });
});

describe('built files', () => {
  it('with a hash in the name may be kept for ever, others for a week', async () => {
    const hashed = await app.inject('/assets/app-Ab3_-x1Z.js');
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(hashed.body).toBe(script);
    const icon = await app.inject('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('public, max-age=604800');
  });

  it('are sent as the build compressed them', async () => {
    const answer = await app.inject({
      url: '/assets/app-Ab3_-x1Z.js',
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(zlib.brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  it('are not sent again to who has them', async () => {
    const { headers } = await app.inject('/favicon.svg');
    const again = await app.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': headers.etag as string },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['/assets/gone-AAAAAAAA.js', '/assets/app-Ab3_-x1Z.js.br', '/assets/..%2f..%2fetc%2fpasswd'])(
    '%s is not found',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );

  it('of a missing build say what to run', () => {
    expect(() => builtPages(join(folder, 'none'))).toThrow('Run "npm run build"');
  });
});

it.each([
  [undefined, []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['*', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['identity', []],
])('accept-encoding %s allows %o', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});
