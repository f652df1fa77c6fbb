import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, hasTag } from './static-files.ts';

const SMALLEST_COMPRESSED_BYTES = 1024;
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = zlib.constants;
const GZIP_LEVEL = 4;

type Coding = 'br' | 'gzip' | 'identity';
type Headers = Readonly<Record<string, string>>;
/** A page in one coding, as it is sent. */
interface Variant {
  readonly body: Buffer;
  /** Names and values in turn, as Node takes them. */
  readonly head: readonly string[];
}

/** The answer to a browser that has the page in this coding (304). */
interface Unchanged {
  readonly tag: string;
  readonly head: readonly string[];
}

/** What is known of a page once it is rendered; its headers but for those of a coding. */
interface RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A page that is ready to be sent, to everybody alike. */
export interface Page {
  readonly status: number;
  /** Another one for each other content or headers. */
  readonly hash: string;
  /** Of all codings that are there. */
  bytes(): number;
  /** Makes the smallest coding. It takes 0.1 s of another thread, so it is for pages that many people are sent. */
  compressWell(): Promise<void>;
  /** Sends it, if it is there in a coding that the browser takes; false if that is still to be made. */
  sendNow(request: FastifyRequest, reply: FastifyReply): boolean;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/**
 * Each coding of the page has a strong ETag of its own and is made once: gzip when it is first asked for, Brotli by
 * `compressWell`. Until that is done browsers get gzip.
 */
export function createPage({ status, headers, body }: RenderedPage): Page {
  const hash = createHash('sha256')
    .update(JSON.stringify([status, headers]))
    .update(body)
    .digest('base64url')
    .slice(0, 22);
  const isCompressible = body.length >= SMALLEST_COMPRESSED_BYTES;
  const tagOf = (coding: Coding) => (coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`);
  const headersOf = (coding: Coding): [string, string][] =>
    Object.entries({ ...headers, vary: 'accept-encoding', ...(status === 200 && { etag: tagOf(coding) }) });
  const unchangedOf = (coding: Coding): Unchanged => ({
    tag: tagOf(coding),
    head: headersOf(coding)
      .filter(([name]) => name !== 'content-type')
      .flat(),
  });
  const variantOf = (coding: Coding, bytes: Buffer): Variant => ({
    body: bytes,
    head: [
      ...headersOf(coding),
      ['content-length', String(bytes.length)],
      ...(coding === 'identity' ? [] : [['content-encoding', coding]]),
    ].flat(),
  });
  const unchanged = { br: unchangedOf('br'), gzip: unchangedOf('gzip'), identity: unchangedOf('identity') };
  const plain = variantOf('identity', body);
  let gzipped: Variant | null = null;
  let gzipping: Promise<void> | null = null;
  let best: Variant | null = null;

  /** The answer to a browser that has this page already; null if it has not, or not in a coding that it takes now. */
  const unchangedFor = (tags: string, accepted: readonly Coding[]): Unchanged | null => {
    for (const coding of accepted) if (hasTag(tags, unchanged[coding].tag)) return unchanged[coding];
    return hasTag(tags, unchanged.identity.tag) ? unchanged.identity : null;
  };
  /** The best coding that is there and that the browser takes; null if one is still to be made. */
  const variantFor = (accepted: readonly Coding[]): Variant | null => {
    if (best && accepted.includes('br')) return best;
    return accepted.includes('gzip') ? gzipped : plain;
  };
  // Past Fastify's own replies: nothing of this answer is still to be decided.
  const write = ({ id }: FastifyRequest, reply: FastifyReply, code: number, head: readonly string[]) =>
    reply.hijack().raw.writeHead(code, [...head, 'x-request-id', id]);

  const compress = async () => {
    try {
      gzipped = variantOf('gzip', await gzip(body, { level: GZIP_LEVEL }));
    } finally {
      gzipping = null;
    }
  };

  const page: Page = {
    status,
    hash,
    bytes: () => body.length + (gzipped?.body.length ?? 0) + (best?.body.length ?? 0),
    async compressWell() {
      if (best || !isCompressible) return;
      const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length };
      best = variantOf('br', await brotli(body, { params }));
    },
    sendNow(request, reply) {
      const accepted = isCompressible ? acceptedEncodings(request.headers['accept-encoding']) : [];
      const tags = request.headers['if-none-match'];
      // RFC 9110 §13.2.1: a condition counts only where the answer would be a good one.
      const known = tags !== undefined && status === 200 ? unchangedFor(tags, accepted) : null;
      if (known) {
        write(request, reply, 304, known.head).end();
        return true;
      }
      const variant = variantFor(accepted);
      if (variant) write(request, reply, status, variant.head).end(variant.body);
      return variant !== null;
    },
    async send(request, reply) {
      if (page.sendNow(request, reply)) return reply;
      await (gzipping ??= compress());
      page.sendNow(request, reply);
      return reply;
    },
  };
  return page;
}
