import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileProblem } from './calendar-blocks.ts';
import type { WorkerAnswer, WorkerInput } from './calendar-worker.ts';
import type { ReadCalendar, ReadingOf } from './read-calendar.ts';

/** Next to this module: in the sources a .ts file, in the build (vite.server.config.ts) a .js file. */
const WORKER = new URL(`./calendar-worker${extname(import.meta.url)}`, import.meta.url);
/** Processor time, and the memory of its heap. */
const LIMITS = { cpu_ms: 2000, heap_mb: 200 };
const LOOK_EVERY_MS = 50;
/** On a busy machine two seconds of processor may take long. */
const DEADLINE_MS = 60_000;

/**
 * Reads a calendar file in a worker thread, so that a hostile file costs two seconds of one core at most, and no request
 * waits for it.
 */
export async function readInWorker(
  bytes: Uint8Array,
  reading: ReadingOf,
): Promise<{ read: ReadCalendar } | { problem: FileProblem | 'TOO_MUCH_WORK' }> {
  const workerData: WorkerInput = { bytes, reading };
  const worker = new Worker(WORKER, {
    workerData,
    env: {},
    // Node loads the TypeScript sources without flags, and the worker must not inherit flags of this process.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heap_mb },
  });
  let deadline: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  const limit = new Promise<'TOO_MUCH_WORK'>((resolve) => {
    const look = async () => {
      const { user, system } = await worker.cpuUsage();
      if ((user + system) / 1000 > LIMITS.cpu_ms) resolve('TOO_MUCH_WORK');
    };
    // It cannot be asked before it has started and after its end.
    looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
    deadline = setTimeout(() => resolve('TOO_MUCH_WORK'), DEADLINE_MS);
  });
  const answer = new Promise<WorkerAnswer | 'TOO_MUCH_WORK'>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('TOO_MUCH_WORK') : reject(error),
    );
  });
  try {
    const outcome = await Promise.race([answer, limit]);
    return outcome === 'TOO_MUCH_WORK' ? { problem: outcome } : outcome;
  } finally {
    clearInterval(looking);
    clearTimeout(deadline);
    await worker.terminate();
  }
}
