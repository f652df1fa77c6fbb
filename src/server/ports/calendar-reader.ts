import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isWebAddress } from '../runtime/web-address.ts';
import { isPublicAddress } from './public-address.ts';

/** What is known of the last reading, so that the server may answer that nothing has changed. */
export type Known = { etag: string | null; last_modified: string | null };
export type CalendarFile =
  | { kind: 'READ'; bytes: Uint8Array; known: Known }
  | { kind: 'UNCHANGED' }
  /**
   * UNREACHABLE also stands for an address that is not public, so that the answer says nothing about this network. GONE:
   * the server refuses this address.
   */
  | { kind: 'FAILED'; reason: 'UNREACHABLE' | 'GONE' | 'TOO_LARGE'; retry_after_ms: number | null };

/** Reads calendar files from addresses that staff have typed. */
export type CalendarReader = { read(address: string, known: Known | null, now: Date): Promise<CalendarFile> };

type ReaderOptions = {
  /** Hosts that may have private addresses. */
  allowed_hosts: readonly string[];
  lookup?: LookupFunction;
  /** In tests another network. */
  is_public?: (address: string) => boolean;
  /** Certificates that count besides the usual ones. */
  ca?: string;
  deadline_ms?: number;
};

const MOST_REDIRECTS = 3;
const DEADLINE_MS = 10_000;
export const MOST_BYTES = 10 * 1024 * 1024;
/** Longer ones are not kept: the next reading is a whole one. */
const LONGEST_TAG = 300;
const LONGEST_RETRY_MS = 24 * 60 * 60_000;
const UNPACK: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Returns the https address that a typed one stands for; null if it is none. `webcal:` is https. */
export function calendarAddress(typed: string): string | null {
  const address = typed.trim().replace(/^webcals?:\/\//i, 'https://');
  return isWebAddress(address) ? new URL(address).href : null;
}

/**
 * Creates the reader. It connects to https addresses only, and only to public hosts: what a name resolves to is checked
 * where the connection is made, at each redirect, so that a name cannot answer differently the second time.
 */
export function createCalendarReader(options: ReaderOptions): CalendarReader {
  const { allowed_hosts, lookup = systemLookup as LookupFunction, ca, deadline_ms = DEADLINE_MS } = options;
  const { is_public = isPublicAddress } = options;
  const isAllowed = (host: string) => allowed_hosts.includes(host.toLowerCase());

  const lookupOf =
    (host: string): LookupFunction =>
    (name, asked, answer) =>
      lookup(name, { ...asked, all: true }, (error, found) => {
        const addresses = error || typeof found === 'string' ? [] : found;
        const usable = addresses.filter(({ address }) => isAllowed(host) || is_public(address));
        const [first] = usable;
        if (!first) answer(error ?? new Error('No public address'), '', 0);
        else if (asked.all) answer(null, usable);
        else answer(null, first.address, first.family);
      });

  async function open(address: string, known: Known | null, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address in place of a name is never looked up.
    if (isIP(host) !== 0 && !isAllowed(host) && !is_public(host)) throw new Error('Not public');
    return await new Promise((resolve, reject) => {
      request(url, {
        agent: false,
        lookup: lookupOf(host),
        ...(ca ? { ca } : {}),
        signal,
        headers: {
          accept: 'text/calendar, */*;q=0.5',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'Mozilla/5.0 (compatible; calendar reader)',
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
          ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
        },
      })
        .once('response', resolve)
        .once('error', reject)
        .end();
    });
  }

  return {
    async read(typed, known, now) {
      const ended = new AbortController();
      const timer = setTimeout(() => ended.abort(), deadline_ms);
      try {
        let address: string | null = typed;
        for (let n = 0; n <= MOST_REDIRECTS && address !== null; n++) {
          const response = await open(address, known, ended.signal);
          const { statusCode = 0, headers } = response;
          if (statusCode >= 300 && statusCode < 400 && statusCode !== 304 && headers.location) {
            response.destroy();
            address = URL.canParse(headers.location, address)
              ? calendarAddress(new URL(headers.location, address).href)
              : null;
          } else return await fileOf(response, ended.signal, now);
        }
        return failed('UNREACHABLE');
      } catch {
        // The error may name the address or what it resolves to.
        return failed('UNREACHABLE');
      } finally {
        clearTimeout(timer);
        // Ends a connection that is still open.
        ended.abort();
      }
    },
  };
}

const failed = (reason: 'UNREACHABLE' | 'GONE' | 'TOO_LARGE', retry_after_ms: number | null = null) =>
  ({ kind: 'FAILED', reason, retry_after_ms }) as const;

async function fileOf(response: IncomingMessage, signal: AbortSignal, now: Date): Promise<CalendarFile> {
  const { statusCode, headers } = response;
  if (statusCode === 304) return { kind: 'UNCHANGED' };
  if (statusCode !== 200) {
    const isGone = [401, 403, 404, 410].includes(statusCode ?? 0);
    return failed(isGone ? 'GONE' : 'UNREACHABLE', retryAfter(headers['retry-after'], now));
  }
  const bytes = await unpacked(response, signal);
  const tag = (value: string | undefined) => (value && value.length <= LONGEST_TAG ? value : null);
  return bytes === null
    ? failed('TOO_LARGE')
    : {
        kind: 'READ',
        bytes,
        known: { etag: tag(headers.etag), last_modified: tag(headers['last-modified']) },
      };
}

/** Reads the body as far as it is allowed to be long; null if it is longer. */
async function unpacked(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array | null> {
  const unpack = UNPACK[(response.headers['content-encoding'] ?? '').toLowerCase()];
  const stream = unpack ? response.pipe(unpack()) : response;
  if (unpack) response.once('error', (error) => stream.destroy(error));
  const end = () => stream.destroy(new Error('Too slow'));
  signal.addEventListener('abort', end);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_BYTES) {
      response.destroy();
      return null;
    }
    pieces.push(piece);
  }
  signal.removeEventListener('abort', end);
  return Uint8Array.from(Buffer.concat(pieces));
}

/** Retry-After as seconds or as a date, a day at most. */
function retryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_MS) : null;
}
