import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signOut } from '#contract/client.calls.ts';
import type { Deps } from '../deps.ts';
import { refuse } from './refusal.ts';
import { sendRefusal } from './errors.ts';

/** Refuses a request with two Host headers (RFC 9112 §3.2), since a proxy in front may have used the other one. */
export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!;
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    }
    if (hosts > 1) sendRefusal(reply, refuse('BAD_REQUEST'));
    else done();
  });
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Requests that carry their own signature, which a browser cannot be tricked into (rules.md §1). */
const SIGNED = [/^\/webhooks\//, /^\/uploads\//];

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Whether an unsafe request, or GET /sign-out, comes from our own pages: same-origin Sec-Fetch-Site, else an allowed
 * Origin, else (GET /sign-out only) a same-origin Referer (rules.md §1).
 */
function comesFromUs(request: FastifyRequest, allowed: ReadonlySet<string>): boolean {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site === 'same-origin') return true;
  if (typeof origin === 'string') return allowed.has(origin);
  if (site !== undefined) return false;
  if (request.method === 'GET' && typeof referer === 'string') {
    const from = originOf(referer);
    return from !== null && allowed.has(from);
  }
  return false;
}

/**
 * Whether a call was made by a picture, a frame, a style sheet or a link instead of a script. Old browsers do not say; in
 * them the policy of the page keeps pictures and frames away.
 */
function comesFromMarkup({ headers, routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  const destination = headers['sec-fetch-dest'];
  if (!call || destination === undefined || destination === 'empty') return false;
  return !(call.opened_by_link && destination === 'document');
}

/**
 * Refuses requests that another site made the browser send, calls that a text on our own pages makes (a picture with the
 * address of a call), and bodies that a plain HTML form could send.
 */
export function guardAgainstOtherSites(
  app: FastifyInstance,
  { config, security }: Pick<Deps, 'config' | 'security'>,
): void {
  const allowed = new Set([
    config.site_url,
    ...(config.WEB_ORIGIN ? [originOf(config.WEB_ORIGIN) ?? ''] : []),
  ]);
  const refuseOtherSite = (request: FastifyRequest, reply: FastifyReply) => {
    security.record('request.cross-site', { ip: request.ip, route: request.routeOptions.url });
    return sendRefusal(reply, refuse('CROSS_SITE'));
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Decides by the matched route, not the address: '/sign-out/' and '/%73ign-out' lead there too.
    const route = request.routeOptions.url ?? '';
    if (comesFromMarkup(request)) {
      sendRefusal(reply, refuse('NOT_FROM_SCRIPT'));
      return;
    }
    if (SIGNED.some((pattern) => pattern.test(route))) return done();
    if (SAFE.has(request.method)) {
      if (route === signOut.path && !comesFromUs(request, allowed)) refuseOtherSite(request, reply);
      else done();
      return;
    }
    if (!comesFromUs(request, allowed)) {
      refuseOtherSite(request, reply);
      return;
    }
    const hasBody =
      (request.headers['content-length'] ?? '0') !== '0' ||
      request.headers['transfer-encoding'] !== undefined;
    const type = request.headers['content-type'];
    if (hasBody && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
      sendRefusal(reply, refuse('UNSUPPORTED_MEDIA_TYPE'));
      return;
    }
    done();
  });
}
