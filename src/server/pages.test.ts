import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createContext, redirect } from 'react-router';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precompress } from '../../scripts/precompress.ts';
import { fixedClock } from '../../tests/support/clock.ts';
import { answerErrors } from './http/errors.ts';
import { readJsonBodies } from './http/json-body.ts';
import { builtPages, servePages } from './pages.ts';
import { acceptedEncodings, readStaticFiles } from './static-files.ts';

interface Context {
  nonce: string;
  siteUrl: string;
  callApi(path: string): Promise<{ status: number; body: unknown }>;
}

/** As React Router writes them; only the first is a file of the build that can stand in a page. */
const SHEETS = ['/assets/site-Ab3_-x1Z.css', '/assets/odd-Ab3_-x1Z.css', '/in-development.css']
  .map((href) => `<link rel="stylesheet" href="${href}"/>`)
  .join('');
const CSS = 'p{color:green;background:url("/fonts/$&.woff2")}';

const pagesContext = createContext<Context>();
let renderings = 0;
let rendered = '';

/** A build of three routes, written by hand: "/", "/old" and "*". */
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
      pageQueries: { '/': { day: (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? value : null) } },
      knownPages: { '/post/:name': ({ name }: { name: string }) => Promise.resolve(name === 'ginger') },
      default: async (
        request: Request,
        status: number,
        headers: Headers,
        _router: unknown,
        context: RouterContextProvider,
      ) => {
        renderings += 1;
        const { nonce, siteUrl, callApi } = context.get(pagesContext);
        const { body } = await callApi('/get-blogs');
        headers.set('content-type', 'text/html; charset=utf-8');
        const html = `<head>${SHEETS}</head><script nonce="${nonce}">1</script><p>${siteUrl} ${request.url} ${JSON.stringify(body)}</p><script nonce="${nonce}">2</script>${'<!-- long -->'.repeat(200)}`;
        rendered = html;
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

beforeEach(() => {
  renderings = 0;
  app = fastify();
  app.decorateReply('nonce', '');
  app.addHook('onRequest', (_request, reply, done) => {
    (reply as unknown as { nonce: string }).nonce = randomBytes(16).toString('base64');
    done();
  });
  app.get('/get-blogs', () => [{ title: 'Ginger' }]);
  app.post('/sign-in', () => ({}));
  answerErrors(app);
  readJsonBodies(app);
  servePages(app, {
    source: {
      load: () => Promise.resolve(build),
      files: readStaticFiles(folder),
      cacheMs: 15_000,
      mode: 'production',
    },
    siteUrl: 'https://example.test',
    nonceOf: (reply) => (reply as unknown as { nonce: string }).nonce,
    clock: clock.now,
  });
});
afterEach(() => app.close());

const nonces = (html: string): string[] => [...html.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce!);

describe('pages', () => {
  it('arrive as HTML with data of our own API, no copy of which may be kept', async () => {
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache, private');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.body).toContain('https://example.test https://example.test/ [{"title":"Ginger"}]');
  });

  it('are rendered once for a moment, yet each answer has a nonce of its own in every script', async () => {
    const [one, two] = await Promise.all([app.inject('/'), app.inject('/')]);
    const [first, second] = [nonces(one.body), nonces(two.body)];
    expect(first).toHaveLength(3);
    expect(new Set(first).size).toBe(1);
    expect(new Set([...first, ...second]).size).toBe(2);
    expect(one.body).not.toContain('placeholder');
    expect(renderings).toBe(1);

    clock.advance(15_001);
    await app.inject('/');
    expect(renderings).toBe(2);
  });

  it('bring their style sheets with them, so that nothing has to be fetched before they are seen', async () => {
    const { body } = await app.inject('/');
    expect(body).toContain(
      `<style nonce="${nonces(body)[0]}">${CSS}</style><link rel="stylesheet" href="/assets/site-Ab3_-x1Z.css" media="not all" disabled=""/>`,
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

  it.each([
    ['br', undefined],
    ['br, gzip', 'gzip'],
    ['gzip', 'gzip'],
  ])('are never compressed by Brotli, which is for files: %s', async (accepted, encoding) => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    const body = encoding === 'gzip' ? zlib.gunzipSync(answer.rawPayload) : answer.rawPayload;
    expect(body.toString()).toContain('Ginger');
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

  it('stand in for the nonce with another text in each process', async () => {
    const placeholder = /nonce="([^"]+)"/.exec(rendered)![1]!;
    expect(Buffer.from(placeholder, 'base64')).toHaveLength(16);
    expect(placeholder).not.toContain('nonce');
    expect((await app.inject('/')).body).not.toContain(placeholder);
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
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
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

  it('come compressed as the build left them', async () => {
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
