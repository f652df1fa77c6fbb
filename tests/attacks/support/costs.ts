import type { InjectOptions } from 'fastify';
import { JSON_LIMIT, PUBLIC_LIMIT } from '#contract/call.ts';
import { staffCookieName } from '#server/sessions/staff-session.ts';
import { type AnyCall, EVERY_CALL } from '../../support/every-call.ts';
import { isFull, randomFrom, seed, shuffled } from '../../support/profile.ts';
import type { Ask, MakeAsk } from './measure-cost.ts';
import { newPerson } from './people.ts';
import { isStaffRow } from './route-row.ts';
import { ROWS } from './routes.ts';
import { type CostWorld, type CostRow, RENDERING, row } from './cost-row.ts';
import { largestLink, onlineLink } from './worst-inputs.ts';

const costOf = (route: string) => ROWS.find((each) => each.route === route && each.cost)?.cost;

/** Every route, with what its rows say that it may cost, and every page. One that no row names fails the matrix (goals.md S13). */
export const COSTS: readonly CostRow[] = [
  ...[...new Set(ROWS.map(({ route }) => route))].map((route) => row(route, costOf(route))),
  // Methods that no address takes.
  row('OTHER /*'),
  ...[
    '/',
    '/about',
    '/blog',
    '/blog/:urlPath',
    '/events',
    '/store',
    '/community',
    '/community-services',
    '/faq',
    '/wellness-services',
    '/cart',
    '/checkout/success',
    '/checkout/cancel',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/claim',
    '/visit/thanks',
    '/visit/cancelled',
    '/create-account',
    '/profile',
    '/profile/schedule',
    '/profile/journey',
    '/profile/forms',
    '/profile/messages',
    '/profile/settings',
    '/*',
  ].map((path) => ({ ...row(`PAGE ${path}`), rendering: RENDERING })),
  { ...row('PAGE /visit/:token', { worst: largestLink }), rendering: RENDERING },
  { ...row('PAGE /join/:token', { worst: onlineLink }), rendering: RENDERING },
];

const CALLS = new Map(EVERY_CALL.map((call) => [`${call.method} ${call.path}`, call]));

/** A link as long as the head of a request takes. */
const LONG = 'x'.repeat(14_000);
const withLongQuery = (url: string) => `${url}${url.includes('?') ? '&' : '?'}longest=${LONG}`;

/** The worst that any body of a call can be, around a good one: largest, most keys, deepest. */
function worstBodies(good: object, { access, body_limit }: AnyCall): Record<string, string> {
  const limit = body_limit ?? (access === 'public' ? PUBLIC_LIMIT : JSON_LIMIT);
  const start = JSON.stringify(good).slice(0, -1) + (Object.keys(good).length > 0 ? ',' : '');
  const room = limit - Buffer.byteLength(start) - 20;
  const keys: string[] = [];
  // The key and its value, and the bracket of the whole.
  const most = (limit > JSON_LIMIT ? 200_000 : 10_000) / 2 - 100;
  for (let bytes = 0; keys.length < most;) {
    const next = `"${keys.length.toString(36)}":0`;
    if ((bytes += next.length + 1) > room) break;
    keys.push(next);
  }
  return {
    'largest body': `${start}"x":"${'\\"'.repeat(room / 2)}"}`,
    'one byte more': `${start}"x":"${'y'.repeat(room + 21)}"}`,
    'most keys': `${start}${keys.join(',')}}`,
    deepest: `${start}"x":${'['.repeat(90)}${']'.repeat(90)}}`,
  };
}

const random = randomFrom(seed);
/** One of these in the small size, another in each run. */
const ofSmoke = (): string => shuffled(['largest body', 'most keys'], random)[0]!;

function askOf({ method = 'GET', url, payload, headers }: InjectOptions): Ask & { good: object | null } {
  const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
  return {
    method,
    url: typeof url === 'string' ? url : (url?.pathname ?? '/'),
    ...(headers ? { headers: headers as Record<string, string> } : {}),
    ...(Buffer.isBuffer(payload) ? { body: payload } : {}),
    good: isJson ? payload : null,
  };
}

/** Whether a stranger gets no further than to the question who is asking. */
export const isClosedToStrangers = ({ route }: CostRow): boolean =>
  (ROWS.find((each) => each.route === route)?.access ?? 'public') !== 'public';

/** Whether a client's request is another than a stranger's. */
export const isForClients = (row: CostRow): boolean =>
  isClosedToStrangers(row) || row.worstOfClient !== undefined;

/** Every request that a row is measured with, by name. `actor` is whose cookie is sent. */
export function requestsOf(
  { route, worst, worstOfClient, ends }: CostRow,
  world: CostWorld,
  actor: 'stranger' | 'client',
): Record<string, MakeAsk> {
  const requests: Record<string, MakeAsk> = {};
  const call = CALLS.get(route);
  const [method, path] = route.split(' ') as [string, string];
  if (method === 'PAGE') Object.assign(requests, pageRequests(path, world));
  else if (method === 'OTHER')
    requests['another method'] = () => ({ method: 'DELETE', url: withLongQuery('/about'), body: LONG });
  const known = ROWS.find((each) => each.route === route);
  if (known) {
    const { good, ...plain } = askOf(known.ask(world.owned));
    const url = withLongQuery(plain.url);
    requests['longest link'] = () => ({ ...plain, url, ...(good ? { body: JSON.stringify(good) } : {}) });
    const inSmoke = ofSmoke();
    if (good && call)
      for (const [name, body] of Object.entries(worstBodies(good, call)))
        if (isFull || name === inSmoke) requests[name] = () => ({ ...plain, body });
    if (isFull)
      requests['as it should be'] = () => ({ ...plain, ...(good ? { body: JSON.stringify(good) } : {}) });
  }
  Object.assign(requests, worst?.(world), actor === 'client' ? worstOfClient?.(world) : {});
  const { config } = world.site.deps;
  const isStaff = known !== undefined && isStaffRow(known);
  const name = isStaff ? staffCookieName(config) : config.https ? '__Host-access' : 'access';
  // Made up, but of the right form: the site has to look it up.
  const accessOf = async () => {
    if (actor === 'stranger') return 'A'.repeat(43);
    if (isStaff)
      // Another member: some of these end all sessions of theirs.
      return ends
        ? (await world.site.signInStaff('ending@example.com', { unlocked: true })).token
        : world.staff.token;
    return ends ? (await newPerson(world.site, 'profile')).access : world.client.access;
  };
  return Object.fromEntries(
    Object.entries(requests).map(([title, make]) => [
      title,
      async () => {
        const ask = await make();
        const access = await accessOf();
        return { ...ask, headers: { cookie: `${name}=${access}`, ...ask.headers } };
      },
    ]),
  );
}

/** A page that is in no cache, with every query name that pages read, as long as an address may be. */
function pageRequests(pattern: string, { site }: CostWorld): Record<string, MakeAsk> {
  const path = pattern.replace(':urlPath', 'x'.repeat(200)).replace('*', 'nowhere');
  const query = ['type', 'location', 'day', 'next', 'session_id'].map(
    (name) => `${name}=${LONG.slice(0, 2800)}`,
  );
  const anew = (url: string) => () => {
    site.clock.advance(60_000);
    return { method: 'GET', url, headers: { 'accept-encoding': 'gzip, br' } };
  };
  return {
    'rendered, longest link': anew(`${path}?${query.join('&')}`),
    'rendered data': anew(`${path === '/' ? '/_' : path}.data?${query.join('&')}`),
    'as kept': () => ({ method: 'GET', url: path, headers: { 'accept-encoding': 'gzip, br' } }),
    'as kept, longest condition': () => ({
      method: 'GET',
      url: path,
      headers: { 'accept-encoding': 'gzip, br', 'if-none-match': '"a",'.repeat(LONG.length / 4) },
    }),
  };
}
