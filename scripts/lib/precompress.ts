import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Text that shrinks; fonts and photographs are compressed already. */
const WORTHWHILE = /\.(js|mjs|css|html|svg|json|txt|xml|webmanifest|map|ico)$/;
const SMALLEST_BYTES = 512;

/**
 * Writes `name.br` and `name.gz` next to every file of the folder that gets smaller by it, and
 * returns how many files were compressed.
 */
export async function precompress(folder: string): Promise<number> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    WORTHWHILE.test(name),
  );
  const done = await Promise.all(names.map((name) => compressFile(join(folder, name))));
  return done.filter(Boolean).length;
}

async function compressFile(file: string): Promise<boolean> {
  const plain = readFileSync(file);
  if (plain.length < SMALLEST_BYTES) return false;
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gzip(plain, { level: 9 }),
  ]);
  if (br.length < plain.length) writeFileSync(`${file}.br`, br);
  if (gz.length < plain.length) writeFileSync(`${file}.gz`, gz);
  return true;
}
