import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { firstThatRuns } from './system-program.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const packed = join(modules, '@sparticuz/chromium');

/**
 * The headless Chromium of package.json, unpacked at its first use; nothing where it does not run. It is built with
 * Chromium's own profile of what browsers do most, so that the same tests take a quarter less of a core than in Debian's
 * (docs/decisions/0041-shared-test-processes.md).
 */
export async function pinnedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined;
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  const program = join(modules, '.cache', `chromium-${version}`, 'chromium-headless-shell');
  if (!existsSync(program)) await unpack(program);
  return firstThatRuns([program]);
}

/** Under another name until it is whole: a second run may look for it meanwhile. */
async function unpack(program: string): Promise<void> {
  mkdirSync(dirname(program), { recursive: true });
  const partial = `${program}.${process.pid}`;
  await pipeline(
    createReadStream(join(packed, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(partial, { mode: 0o755 }),
  );
  renameSync(partial, program);
}
