import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly plain: Buffer;
  readonly compressed: Partial<Record<Encoding, Buffer>>;
}

/** Files by URL path, such as "/assets/app-x1.js". All of them are small and stay in memory. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Built file names carry a hash of the content: such a file never changes. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';
const A_WEEK = 'public, max-age=604800';
const VARIANTS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Reads a folder of built files with the `.br` and `.gz` variants that the build wrote next to them. */
export function readStaticFiles(folder: string): StaticFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const type = TYPES[extname(name).toLowerCase()];
    if (type === undefined) continue; // compressed variants, source maps and the like have no address
    const plain = readFileSync(name);
    const path = `/${name
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}`;
    const compressed: Partial<Record<Encoding, Buffer>> = {};
    for (const [encoding, suffix] of VARIANTS) {
      if (all.has(name + suffix)) compressed[encoding] = readFileSync(name + suffix);
    }
    files.set(path, {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      cacheControl: HASHED.test(path) ? FOREVER : A_WEEK,
      plain,
      compressed,
    });
  }
  return files;
}

/** Caches parsed headers, since browsers send one of a few. */
const readBefore = new Map<string, readonly Encoding[]>();
const MOST_KEPT = 50;
const LONGEST_KEPT = 100;

/** The encodings that the client accepts, best first. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return [];
  const known = readBefore.get(header);
  if (known) return known;
  const accepted = readEncodings(header);
  if (header.length > LONGEST_KEPT) return accepted;
  if (readBefore.size >= MOST_KEPT) readBefore.clear();
  readBefore.set(header, accepted);
  return accepted;
}

function readEncodings(header: string): readonly Encoding[] {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((word) => word.trim());
    (parameters.some((word) => /^q=0(\.0*)?$/.test(word)) ? refused : taken).add(name ?? '');
  }
  return (['br', 'gzip'] as const).filter(
    (encoding) => !refused.has(encoding) && (taken.has(encoding) || taken.has('*')),
  );
}

/** Sends the smallest variant of a file that the client accepts, or 304 if it has it. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const hasVariants = Object.keys(file.compressed).length > 0;
  reply.header('cache-control', file.cacheControl).header('etag', file.etag);
  if (hasVariants) reply.header('vary', 'accept-encoding');
  if (hasTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();

  reply.type(file.type);
  for (const encoding of acceptedEncodings(request.headers['accept-encoding'])) {
    const body = file.compressed[encoding];
    if (body) return reply.header('content-encoding', encoding).send(body);
  }
  return reply.send(file.plain);
}

/** Whether If-None-Match contains this ETag; a proxy that recompresses makes it weak. */
export function hasTag(header: string | undefined, etag: string): boolean {
  // A quoted tag contains no quotes, so no other tag of the list can contain it. This avoids splitting a long list.
  return header !== undefined && (header.includes(etag) || header.trim() === '*');
}
