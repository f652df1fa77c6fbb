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
/** A page in one encoding, ready to send. */
interface Variant {
  readonly body: Buffer;
  /** Alternating names and values, as Node takes them. */
  readonly head: readonly string[];
}

/** The 304 answer to a browser that has the page in this encoding. */
interface Unchanged {
  readonly tag: string;
  readonly head: readonly string[];
}

/** A rendered page; headers that depend on the encoding are missing. */
interface RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A page that is ready to be sent to every visitor. */
export interface Page {
  readonly status: number;
  /** Changes with the content or the headers. */
  readonly hash: string;
  /** Total size of all encodings made so far. */
  bytes(): number;
  /** Makes the smallest encoding. It takes 0.1 s of another thread, so it is for pages with many visitors. */
  compressWell(): Promise<void>;
  /** Sends the page if an encoding that the browser accepts is ready; false if one still has to be made. */
  sendNow(request: FastifyRequest, reply: FastifyReply): boolean;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/**
 * Each encoding of the page has its own strong ETag and is made once: gzip on first request, Brotli by `compressWell`.
 * Until that is done, browsers get gzip.
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

  /** The 304 answer if the browser has this page in an encoding it accepts; null otherwise. */
  const unchangedFor = (tags: string, accepted: readonly Coding[]): Unchanged | null => {
    for (const coding of accepted) if (hasTag(tags, unchanged[coding].tag)) return unchanged[coding];
    return hasTag(tags, unchanged.identity.tag) ? unchanged.identity : null;
  };
  /** The best encoding that is ready and accepted; null if one still has to be made. */
  const variantFor = (accepted: readonly Coding[]): Variant | null => {
    if (best && accepted.includes('br')) return best;
    return accepted.includes('gzip') ? gzipped : plain;
  };
  // Bypasses Fastify's reply, since everything about this answer is already known.
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
      // RFC 9110 §13.2.1: a condition only applies where the answer would be successful.
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
