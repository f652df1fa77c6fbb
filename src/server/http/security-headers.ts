import type { FastifyInstance } from 'fastify';
import type { Config } from '../runtime/config.ts';

const VIDEO_HOSTS = ['https://www.youtube.com', 'https://player.vimeo.com'];

/** Hashes ("sha256-…") of the inline scripts and styles that an answer may use. */
type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };
/** The Content-Security-Policy of an answer with these inline scripts and styles. */
type PolicyOf = (inline: InlineHashes) => string;

/** Security headers of every answer, including errors and files (docs/security.md). */
export type SecurityHeaders = {
  /** Headers whose policy allows nothing inline. */
  readonly always: Readonly<Record<string, string>>;
  /** Headers of a page, which brings its own policy with its hashes. */
  readonly policyOf: PolicyOf;
  /** Policy of the staff area: no other host, whatever a client has written (docs/security.md). */
  readonly staffPolicy: string;
};

const NOTHING_INLINE: InlineHashes = { scripts: [], styles: [] };

export function createSecurityHeaders(
  config: Pick<Config, 'https' | 'HSTS_SUBDOMAINS'>,
  photoOrigins: readonly string[],
): SecurityHeaders {
  const policyOf = createPolicy(config, photoOrigins, {
    pictures: 'https:',
    frames: VIDEO_HOSTS.join(' '),
  });
  const staffPolicyOf = createPolicy(config, photoOrigins, {
    pictures: photoOrigins.join(' '),
    frames: "'none'",
  });
  return {
    always: headersFor(config, policyOf),
    policyOf,
    staffPolicy: staffPolicyOf(NOTHING_INLINE),
  };
}

/** The policy differs between the answers of an area only in the hashes of a page. */
function createPolicy(
  { https }: Pick<Config, 'https'>,
  photoOrigins: readonly string[],
  elsewhere: { pictures: string; frames: string },
): PolicyOf {
  const rest = [
    `img-src 'self' data: blob: ${elsewhere.pictures}`.trim(),
    `font-src 'self'`,
    `connect-src ${["'self'", ...photoOrigins].join(' ')}`,
    `frame-src ${elsewhere.frames}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return ({ scripts, styles }) =>
    `default-src 'self'; script-src ${sources(scripts)}; style-src ${sources(styles)}; ${rest}`;
}

function headersFor(
  config: Pick<Config, 'https' | 'HSTS_SUBDOMAINS'>,
  policyOf: PolicyOf,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policyOf(NOTHING_INLINE),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The XSS filter of old browsers could be abused to disable scripts of a page.
    'x-xss-protection': '0',
    ...(config.https && {
      'strict-transport-security': `max-age=63072000${config.HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`,
    }),
  };
}

export function setSecurityHeaders(app: FastifyInstance, { always }: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    // Decides by the matched route, since an address may be spelled otherwise ('/%61uth/…'); by the address where no
    // route matches.
    const path = request.routeOptions.config.call?.path ?? request.url;
    if (path.startsWith('/auth/') || path.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
