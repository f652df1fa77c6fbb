import { existsSync } from 'node:fs';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { watchVersions } from './watch-versions.ts';
import { sendRefusal } from '../http/errors.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { inlineStyles } from './inline-styles.ts';
import { type CallApi, type PageAddress, type PageAddresses, pageAddresses } from './page-address.ts';
import { createPage, type Page } from './page-answer.ts';
import { createPageCache, type Rendering } from './page-cache.ts';
import { takeOutMark } from './page-policy.ts';
import { refuse } from '../http/refusal.ts';
import { readStaticFiles, sendStaticFile, type StaticFiles } from './static-files.ts';

/** The context that the server passes to every rendering; src/web/api/pages-context.ts has the same shape. */
interface PagesContext {
  readonly callApi: CallApi;
  readonly siteUrl: string;
  /** The page as entry.server.tsx produces it: a Response would encode and decode it again. */
  html?: string;
}

/** The source of pages and files: a build on disk, or Vite in development. */
export interface PagesSource {
  /** The React Router build. Read for each page, since development may replace it. */
  readonly load: () => Promise<ServerBuild>;
  readonly files: StaticFiles;
  /** How long a time-dependent page may be reused; without it no page is cached. */
  readonly cacheMs: number;
  readonly mode: 'production' | 'development';
}

export interface PagesOptions {
  readonly source: PagesSource;
  /** Origin of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly headers: SecurityHeaders;
  /** The versions of all public content as one text, which changes with each of them. */
  readonly readVersions: () => Promise<string>;
  readonly clock: () => Date;
}

const CACHE_MS = 15_000;
const POLICY = 'content-security-policy';

/** Browsers revalidate each time and mostly get 304. */
const PRIVATE = 'private, no-cache';
/** The same, and a shared cache in front of the site may answer for it (decision 0025). */
const SHARED = 'public, max-age=0, s-maxage=10, stale-while-revalidate=4';
/** No browser keeps it either: whoever can read the cache of the browser could pay or see the visit. */
const SECRET = 'no-store';

/** Paths of the API, where an unknown address is not a page. */
const API_PATHS = /^\/(api|auth|webhooks|uploads|dev)\//;

/**
 * Pages from a `react-router build`.
 * @throws Error that says what to run, if there is no build
 */
export function builtPages(buildFolder: string): PagesSource {
  const entry = join(buildFolder, 'server', 'index.js');
  if (!existsSync(entry))
    throw new Error(`The web pages are not built: ${entry} is missing. Run "npm run build".`);
  let build: Promise<ServerBuild> | undefined;
  return {
    load: () => (build ??= import(pathToFileURL(entry).href) as Promise<ServerBuild>),
    files: readStaticFiles(join(buildFolder, 'client')),
    cacheMs: CACHE_MS,
    mode: 'production',
  };
}

/**
 * Answers every GET and HEAD that no other route takes: with a built file, else with the page of that address. Pages
 * are the same for everyone (the browser shows who is signed in), so one rendering is cached and sent to all visitors
 * until the content changes. Other methods get 405. A cached page bypasses hooks that are added later.
 */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { source, siteUrl, headers: security, readVersions, clock } = options;
  const rendererOf = oncePerBuild((build) => createRequestHandler(build, source.mode));
  const cache = createPageCache(source.cacheMs, watchVersions(readVersions), clock);

  /** With `ip` the call counts against the limits of the visitor. */
  const askApi = async (path: string, ip?: string) => {
    const { statusCode, payload, headers } = await app.inject({
      method: 'GET',
      url: path,
      ...(ip !== undefined && { remoteAddress: ip }),
    });
    const isJson = String(headers['content-type']).includes('json');
    const answer = { status: statusCode, body: (isJson ? JSON.parse(payload) : payload) as unknown };
    // Answers with an ETag depend on the content versions alone (public-answer.ts).
    return { answer, isVersioned: statusCode === 200 && headers.etag !== undefined };
  };
  const callApi: CallApi = async (path) => (await askApi(path)).answer;

  const addressesOf = oncePerBuild((build) => pageAddresses(build, callApi));

  const renderPage = async (
    build: ServerBuild,
    url: string,
    { isShared, privateCall }: PageAddress,
    ask: typeof askApi = askApi,
  ): Promise<Rendering> => {
    const { pagesContext, inlineMark } = build.entry.module as unknown as {
      pagesContext: RouterContext<PagesContext>;
      inlineMark: string;
    };
    let isVersioned = true;
    const given: PagesContext = {
      siteUrl,
      async callApi(path) {
        const asked = await ask(path).catch((error: unknown) => {
          isVersioned = false;
          throw error;
        });
        isVersioned &&= asked.isVersioned;
        return asked.answer;
      },
    };
    const context = new RouterContextProvider();
    context.set(pagesContext, given);
    // The rendering gets nothing of the visitor's request, since the page is for everyone. HEAD is a GET without its
    // body.
    const response = await rendererOf(build)(new Request(siteUrl + url), context);
    const { html: unstyled, scripts } = takeOutMark(given.html ?? (await response.text()), inlineMark);
    const { html, styles } = inlineStyles(unstyled, source.files);
    const own = [...response.headers].filter(([name]) => name !== 'content-length');
    const { [POLICY]: _, ...always } = security.always;
    const page = createPage({
      status: response.status,
      headers: {
        ...always,
        ...Object.fromEntries(own),
        // Vite inserts style elements at run time and connects to a port of its own.
        ...(source.mode === 'production' && { [POLICY]: security.policyOf({ scripts, styles }) }),
        'cache-control': privateCall ? SECRET : isShared && response.ok ? SHARED : PRIVATE,
      },
      body: Buffer.from(html),
    });
    return { page, isVersioned };
  };

  /** The page of a secret address. Guessing addresses renders nothing: a refusal is one page for all, kept like others. */
  const renderPrivate = async (build: ServerBuild, address: PageAddress, ip: string): Promise<Page> => {
    const asked = await askApi(address.privateCall!, ip);
    // The page makes this one call; for the page of a refusal it does not know the address.
    const ask = () => Promise.resolve(asked);
    const { status } = asked.answer;
    if (status === 200) return (await renderPage(build, address.full, address, ask)).page;
    const key = `${address.bare} ${status}`;
    const refused = { full: key, bare: key, isShared: false, isKnown: () => Promise.resolve(false) };
    return await cache.get(refused, () => renderPage(build, address.bare, address, ask));
  };

  let addresses: PageAddresses | null = null;
  // The fast path of most requests. It only takes addresses that the route below has answered before, so no other route
  // claims them.
  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const address = isRead ? addresses?.remembered(request.url) : null;
    const page = address && cache.find(address);
    if (!page || !page.sendNow(request, reply)) done();
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const { url } = request;
      const path = url.split('?', 1)[0]!;
      const file = source.files.get(decodePath(path));
      if (file) return sendStaticFile(request, reply, file);
      if (API_PATHS.test(path) || path.startsWith('/assets/')) return reply.callNotFound();
      const build = await source.load();
      addresses = addressesOf(build);
      const address = addresses.of(url);
      const page = address.privateCall
        ? await renderPrivate(build, address, request.ip)
        : await cache.get(address, (asked, of) => renderPage(build, asked, of));
      return await page.send(request, reply);
    },
  });

  refuseOtherMethods(app);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Caches a value derived from the build, which changes only in development. */
function oncePerBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  let last: { build: ServerBuild; made: T } | undefined;
  return (build) => {
    if (last?.build !== build) last = { build, made: make(build) };
    return last.made;
  };
}

/** Pages are read-only; the API's own methods have routes that match first. */
function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods);
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));
  for (const method of others) if (!known.has(method)) app.addHttpMethod(method);
  app.route({
    method: others,
    url: '/*',
    schema: { hide: true } as object,
    handler: (request, reply) => {
      if (API_PATHS.test(request.url)) return reply.callNotFound();
      reply.header('allow', 'GET, HEAD');
      if (request.method === 'OPTIONS') return reply.code(204).send();
      return sendRefusal(reply, refuse('METHOD_NOT_ALLOWED'));
    },
  });
}
