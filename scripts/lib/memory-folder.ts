import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Several times what a run keeps there: the machine needs its memory for the tests too. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * The folder for what a test run writes and throws away: in memory where that has room, else the temporary folder. The
 * databases of tests make and drop files all the time, which costs a disk's file system twice as much of a core.
 */
export function memoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? tmpdir() : MEMORY;
}
