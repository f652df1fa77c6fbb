import { randomFillSync } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

const VIDEO_HOSTS = ['https://www.youtube.com', 'https://player.vimeo.com'];
/** The answer may be framed, open a camera or tell a payment API nothing: the site uses none of these. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()';

/** The nonce that this answer's Content-Security-Policy names. */
export function nonceOf(reply: FastifyReply): string {
  return reply.scriptNonce;
}

declare module 'fastify' {
  interface FastifyReply {
    scriptNonce: string;
  }
}

const NONCE_BYTES = 16;
const random = Buffer.alloc(256 * NONCE_BYTES);
let used = random.length;

/** Sixteen random bytes as base64; asked of the system for many answers at once. */
function newNonce(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random.toString('base64', used, (used += NONCE_BYTES));
}

/** Everything of the policy but the nonce; it is the same for every answer, so it is put together once. */
function policyFor(config: Config, photoOrigins: readonly string[]): (nonce: string) => string {
  const rest = [
    `img-src 'self' data: blob: https:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...photoOrigins].join(' ')}`,
    `frame-src ${VIDEO_HOSTS.join(' ')}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    ...(config.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return (nonce) =>
    `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; ${rest}`;
}

/** Headers on every answer, errors and files included (docs/security.md). */
export async function setSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  photoOrigins: readonly string[],
): Promise<void> {
  await app.register(helmet, {
    // Ours below: helmet would put the whole policy together again for each answer.
    contentSecurityPolicy: false,
    hsts: config.https ? { maxAge: 63_072_000, includeSubDomains: config.HSTS_SUBDOMAINS } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  const policyOf = policyFor(config, photoOrigins);
  app.decorateReply('scriptNonce', '');
  app.addHook('onRequest', (request, reply, done) => {
    reply.scriptNonce = newNonce();
    reply
      .header('content-security-policy', policyOf(reply.scriptNonce))
      .header('permissions-policy', PERMISSIONS)
      .header('x-request-id', request.id);
    // By the route, for an address may be spelled otherwise ('/%61uth/…'); by the address where no route answers.
    const path = request.routeOptions.config.call?.path ?? request.url;
    if (path.startsWith('/auth/')) reply.header('cache-control', 'no-store');
    done();
  });
}
