import { Readable } from 'node:stream';

/** Shorter pieces are sent together. */
const SMALL_BYTES = 64 * 1024;

/** Texts and JSON in UTF-8, one after the other, as pieces to send: a document of megabytes is not copied. */
export function piecesOf(parts: readonly (string | Buffer)[]): Buffer[] {
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
  return bytes > SMALL_BYTES ? buffers : [Buffer.concat(buffers, bytes)];
}

/** The pieces as a stream that asks for the next one when the reader has taken the last. */
export function streamOf(pieces: AsyncIterable<Buffer>): Readable {
  // As objects sixteen documents would wait in memory for a slow reader.
  return Readable.from(pieces, { objectMode: false });
}
