import { Readable } from 'node:stream';

/** Shorter pieces are joined before sending. */
const SMALL_BYTES = 64 * 1024;

/** Splits a sequence of texts and UTF-8 JSON into pieces to send, without copying large documents. */
export function piecesOf(parts: readonly (string | Buffer)[]): Buffer[] {
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
  return bytes > SMALL_BYTES ? buffers : [Buffer.concat(buffers, bytes)];
}

/** A stream that reads the next piece when the reader has taken the last one. */
export function streamOf(pieces: AsyncIterable<Buffer>): Readable {
  // In object mode, sixteen documents would wait in memory for a slow reader.
  return Readable.from(pieces, { objectMode: false });
}
