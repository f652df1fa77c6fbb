import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RouterContextProvider, createRequestHandler, matchRoutes } from 'react-router';
import type { Params, RouteObject, RouterContext, ServerBuild } from 'react-router';
import { sendRefusal } from './http/errors.ts';
import { inlineStyles } from './inline-styles.ts';
import { refuse } from './refusal.ts';
import { acceptedEncodings, readStaticFiles, sendStaticFile } from './static-files.ts';
import type { StaticFiles } from './static-files.ts';

/** What the server hands to every page that it renders; src/web/pages-context.ts has the same shape. */
interface PagesContext {
  readonly nonce: string;
  readonly callApi: (path: string) => Promise<{ status: number; body: unknown }>;
  readonly siteUrl: string;
  /** The page itself, as entry.server.tsx leaves it: a Response would encode it and decode it again. */
  html?: string;
}

/** Where pages and their files come from: a build on disk, or Vite in development. */
export interface PagesSource {
  /** The React Router build. Asked for each page, so that development may answer with a new one. */
  readonly load: () => Promise<ServerBuild>;
  readonly files: StaticFiles;
  /** How long a rendered page may be given out again. */
  readonly cacheMs: number;
  readonly mode: 'production' | 'development';
}

export interface PagesOptions {
  readonly source: PagesSource;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
  /** The nonce that the answer's Content-Security-Policy names. */
  readonly nonceOf: (reply: FastifyReply) => string;
  readonly clock: () => Date;
}

interface Page {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** As it is sent, but for the nonce. */
  readonly body: Buffer;
  /** Where the answer's nonce goes. */
  readonly nonceAt: readonly number[];
}

const CACHE_MS = 15_000;
const MOST_CACHED_PAGES = 200;
const SMALLEST_COMPRESSED_BYTES = 1024;

/**
 * Stands in for the nonce in a cached page and is as long as one. Random, so that no text that somebody has written
 * can contain it: it would be replaced by a valid nonce.
 */
const NONCE_PLACEHOLDER = randomBytes(16).toString('base64');

/** Renderings of one page for different values in its address that are kept at once. */
const MOST_VARIANTS = 20;

/** All addresses without a page are rendered as this one. */
const UNKNOWN_PATH = '/not-found';

/** What a page is rendered and kept by. */
interface PageAddress {
  /** Path and the values that the page reads. */
  readonly full: string;
  /** The page without any value: stands in where too many values are asked for. */
  readonly bare: string;
  /** Whether there is such a page; left out if there is one. */
  readonly isKnown?: () => Promise<boolean>;
}
type CallApi = PagesContext['callApi'];

/** Addresses of the API: what is not found there is no page. */
const API_PATHS = /^\/(auth|webhooks|uploads|dev)\//;

const gzip = promisify(zlib.gzip);

/**
 * The pages as `react-router build` left them.
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
 * Answers every GET and HEAD that no other route takes: a built file, else the page of that address.
 * Pages are the same for everybody (who is signed in shows in the browser), so one rendering is kept
 * for a moment and given out with a nonce of its own each time. Other methods: 405.
 * Register it after all other routes.
 */
export function servePages(app: FastifyInstance, { source, siteUrl, nonceOf, clock }: PagesOptions): void {
  const rendererOf = oncePerBuild((build) => createRequestHandler(build, source.mode));
  const cache = createPageCache(source.cacheMs, clock);

  const callApi: PagesContext['callApi'] = async (path) => {
    const { statusCode, payload, headers } = await app.inject({ method: 'GET', url: path });
    const isJson = String(headers['content-type']).includes('json');
    return { status: statusCode, body: isJson ? JSON.parse(payload) : payload };
  };

  const addressOf = oncePerBuild((build) => pageAddresses(build, callApi));

  const renderPage = async (build: ServerBuild, url: string): Promise<Page> => {
    const { pagesContext } = build.entry.module as unknown as { pagesContext: RouterContext<PagesContext> };
    const given: PagesContext = { nonce: NONCE_PLACEHOLDER, callApi, siteUrl };
    const context = new RouterContextProvider();
    context.set(pagesContext, given);
    // Nothing of the visitor's request goes in: the page is for everybody. HEAD is a GET without its body.
    const response = await rendererOf(build)(new Request(siteUrl + url), context);
    const html = given.html ?? (await response.text());
    const body = Buffer.from(inlineStyles(html, source.files, NONCE_PLACEHOLDER));
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => name !== 'content-length'),
      body,
      nonceAt: placesOf(NONCE_PLACEHOLDER, body),
    };
  };

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
      const address = addressOf(build)(url);
      const page = await cache.get(address, (asked) => renderPage(build, asked));
      return await sendPage(request, reply, page, nonceOf(reply));
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

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  nonce: string,
): Promise<FastifyReply> {
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  // A stored page would come back with an old nonce, and after signing out with an old header.
  reply.header('cache-control', 'no-cache, private').header('vary', 'accept-encoding');
  const body = fillIn(page, nonce);
  const isWorthIt = body.length >= SMALLEST_COMPRESSED_BYTES;
  if (!isWorthIt || !acceptedEncodings(request.headers['accept-encoding']).includes('gzip'))
    return reply.send(body);
  reply.header('content-encoding', 'gzip');
  // This runs for every answer, as each has another nonce. Brotli takes four times as long and saves 7 %.
  return reply.send(await gzip(body, { level: 4 }));
}

/**
 * The address that a page is rendered and cached by: its path and the values that it reads, sorted. Anything else that
 * somebody adds would make the server render the same page again and push good pages out of the cache.
 */
function pageAddresses(build: ServerBuild, callApi: CallApi): (url: string) => PageAddress {
  const { pageQueries, knownPages } = build.entry.module as unknown as {
    pageQueries: Record<string, Record<string, (value: string) => string | null>>;
    knownPages: Record<string, (params: Params, callApi: CallApi) => Promise<boolean>>;
  };
  const routes = childRoutes(build, undefined);
  return (url) => {
    const [path, search = ''] = url.split(/\?(.*)/s, 2) as [string, string?];
    const isData = path.endsWith('.data');
    const matches = matchRoutes(routes, isData ? pageOfData(path) : path);
    const last = matches?.at(-1);
    const parts = (matches ?? []).map(({ route }) => route.path ?? '');
    const pattern = `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const dataOf = (page: string) => (page === '/' ? '/_.data' : `${page}.data`);
    const addressOf = (page: string) => (isData ? dataOf(page) : page);
    if (!last || last.route.path === '*')
      return { full: addressOf(UNKNOWN_PATH), bare: addressOf(UNKNOWN_PATH) };
    const sent = new URLSearchParams(search);
    const kept = new URLSearchParams();
    for (const [name, valueOf] of Object.entries(pageQueries[pattern] ?? {})) {
      const value = sent.has(name) ? valueOf(sent.get(name)!) : null;
      if (value !== null) kept.set(name, value);
    }
    // Which routes of the page the browser wants the data of.
    const wanted = isData ? [...new Set(sent.get('_routes')?.split(',') ?? [])].toSorted() : [];
    if (wanted.length > 0 && wanted.every((id) => Object.hasOwn(build.routes, id)))
      kept.set('_routes', wanted.join(','));
    const isKnown = knownPages[pattern];
    // A pattern without names is the path, however it was spelled.
    const named = isKnown ? last.pathname.replace(/(.)\/$/, '$1') : pattern;
    const full = kept.size === 0 ? addressOf(named) : `${addressOf(named)}?${String(kept)}`;
    return {
      full,
      bare: addressOf(pattern),
      ...(isKnown && { isKnown: () => isKnown(last.params, callApi) }),
    };
  };
}

/** The page that the router asks the data of: '/events.data' is of /events, '/_.data' of the landing page. */
function pageOfData(path: string): string {
  if (path.endsWith('/_.data')) return path.slice(0, -'_.data'.length);
  return path.slice(0, -'.data'.length);
}

function childRoutes(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!;
      return index ? { id, path, index: true } : { id, path, children: childRoutes(build, id) };
    });
}

/** Remembers what was made of the build, which changes in development only. */
function oncePerBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  let last: { build: ServerBuild; made: T } | undefined;
  return (build) => {
    if (last?.build !== build) last = { build, made: make(build) };
    return last.made;
  };
}

function placesOf(text: string, body: Buffer): number[] {
  const places: number[] = [];
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + text.length)) places.push(at);
  return places;
}

/** The page with this answer's nonce. */
function fillIn({ body, nonceAt }: Page, nonce: string): Buffer {
  if (nonce.length !== NONCE_PLACEHOLDER.length) throw new Error('A nonce of another length');
  const filled = Buffer.from(body);
  for (const at of nonceAt) filled.write(nonce, at, 'latin1');
  return filled;
}

interface PageCache {
  get(address: PageAddress, render: (url: string) => Promise<Page>): Promise<Page>;
}

/**
 * Keeps good pages for a moment; many asking at once wait for one rendering. A page is rendered for a few values of its
 * address at a time, and once for everything of its kind that is not there.
 */
function createPageCache(keepMs: number, clock: () => Date): PageCache {
  const pages = new Map<string, { page: Promise<Page>; until: number; bare: string }>();
  const isVariantTooMany = ({ full, bare, isKnown }: PageAddress, now: number): boolean => {
    if (full === bare || isKnown) return false;
    let variants = 0;
    for (const each of pages.values()) if (each.bare === bare && each.until > now) variants += 1;
    return variants > MOST_VARIANTS;
  };
  return {
    async get(address, render) {
      const now = clock().getTime();
      const keptOf = (url: string) => {
        const kept = pages.get(url);
        return kept && kept.until > now ? kept.page : null;
      };
      const kept = keptOf(address.full);
      if (kept) return await kept;
      const isMissing = address.isKnown !== undefined && !(await address.isKnown().catch(() => true));
      const { bare } = address;
      const url = isMissing || isVariantTooMany(address, now) ? bare : address.full;
      const rendered = keptOf(url);
      if (rendered) return await rendered;
      const page = render(url);
      pages.delete(url);
      pages.set(url, { page, until: now + keepMs, bare });
      const oldest = pages.keys().next();
      if (pages.size > MOST_CACHED_PAGES && !oldest.done) pages.delete(oldest.value);
      const forget = (): void => {
        if (pages.get(url)?.page === page) pages.delete(url);
      };
      const isKept = ({ status }: Page): boolean => status === 200 || isMissing || url === UNKNOWN_PATH;
      page.then((made) => isKept(made) || forget(), forget);
      return await page;
    },
  };
}

/** Pages can be read only; the API's own methods are routes of their own and come first. */
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
