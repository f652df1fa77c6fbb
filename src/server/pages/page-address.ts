import { matchRoutes, type Params, type RouteObject, type ServerBuild } from 'react-router';

/** Calls our own API in the same process; public GET calls only. */
export type CallApi = (path: string) => Promise<{ status: number; body: unknown }>;

/** The key under which a page is rendered and cached. */
export interface PageAddress {
  /** Path and the query values that the page reads. */
  readonly full: string;
  /** The page without any value, used when too many values are requested. */
  readonly bare: string;
  /** False if there is no such page; omitted if there is one. */
  readonly isKnown?: () => Promise<boolean>;
  /** The call of the API whose answer the page shows, if its address is a secret (src/web/page-queries.ts). */
  readonly privateCall?: string;
  /** Whether a shared cache in front of the site may store the page (src/web/page-queries.ts). */
  readonly isShared: boolean;
}

export interface PageAddresses {
  of(url: string): PageAddress;
  /** Null if the page of this address was not requested recently. */
  remembered(url: string): PageAddress | null;
}

/** All addresses without a page are rendered as this one. */
export const UNKNOWN_PATH = '/not-found';

/** Remembers raw addresses and their page, since matching the routes takes longer than sending a cached page. */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 100;

/**
 * The address that a page is rendered and cached by: its path and the values that it reads, sorted. Any other parameter
 * would make the server render the same page again and evict useful pages from the cache.
 */
export function pageAddresses(build: ServerBuild, callApi: CallApi): PageAddresses {
  const { pageQueries, knownPages, privatePages, sharedPages } = build.entry.module as unknown as {
    pageQueries: Record<string, Record<string, (value: string) => string | null>>;
    knownPages: Record<string, (params: Params, callApi: CallApi) => Promise<boolean>>;
    privatePages: Record<string, (params: Params) => string>;
    sharedPages: ReadonlySet<string>;
  };
  const routes = childRoutes(build, undefined);
  const remembered = new Map<string, PageAddress>();
  const addressOf = (url: string): PageAddress => {
    const [path, search = ''] = url.split(/\?(.*)/s, 2) as [string, string?];
    const isData = path.endsWith('.data');
    const matches = matchRoutes(routes, isData ? pageOfData(path) : path);
    const last = matches?.at(-1);
    const parts = (matches ?? []).map(({ route }) => route.path ?? '');
    const pattern = `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const dataOf = (page: string) => (page === '/' ? '/_.data' : `${page}.data`);
    const asSent = (page: string) => (isData ? dataOf(page) : page);
    if (!last || last.route.path === '*')
      return { full: asSent(UNKNOWN_PATH), bare: asSent(UNKNOWN_PATH), isShared: false };
    const sent = new URLSearchParams(search);
    const kept = new URLSearchParams();
    for (const [name, valueOf] of Object.entries(pageQueries[pattern] ?? {})) {
      const value = sent.has(name) ? valueOf(sent.get(name)!) : null;
      if (value !== null) kept.set(name, value);
    }
    // The routes of the page that the browser requests data of.
    const wanted = isData ? [...new Set(sent.get('_routes')?.split(',') ?? [])].toSorted() : [];
    if (wanted.length > 0 && wanted.every((id) => Object.hasOwn(build.routes, id)))
      kept.set('_routes', wanted.join(','));
    const isKnown = knownPages[pattern];
    const privateCall = privatePages[pattern]?.(last.params);
    // A pattern without parameters equals the path, however it was spelled.
    const named = isKnown || privateCall ? last.pathname.replace(/(.)\/$/, '$1') : pattern;
    const full = kept.size === 0 ? asSent(named) : `${asSent(named)}?${String(kept)}`;
    return {
      full,
      bare: asSent(pattern),
      isShared: sharedPages.has(pattern),
      ...(privateCall && { privateCall }),
      ...(isKnown && { isKnown: () => isKnown(last.params, callApi) }),
    };
  };
  return {
    remembered: (url) => remembered.get(url) ?? null,
    of(url) {
      const known = remembered.get(url);
      if (known) return known;
      const address = addressOf(url);
      if (url.length > LONGEST_REMEMBERED || address.privateCall) return address;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(url, address);
      return address;
    },
  };
}

/** The page of a data request: '/events.data' belongs to /events, '/_.data' to the landing page. */
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
