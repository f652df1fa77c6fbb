import { Worker } from 'node:worker_threads';
import type { ExportedBooking } from './my-data.ts';
import type { ZipMessage, ZipStart } from './zip-worker.ts';

type WorkerLimits = {
  /** Largest heap of the worker. */
  heap_mb: number;
  /** From its start to its answer. */
  deadline_ms: number;
};
export const EXPORT_LIMITS: WorkerLimits = { heap_mb: 256, deadline_ms: 20_000 };

/**
 * Puts a client's data into a zip file in a thread of its own: what is too large for the limits ends that thread, and
 * nobody else waits for it. The worker is given plain text of this one client, no key and no settings.
 * @throws Error if the worker came to an end without an answer
 */
export async function zipInWorker(
  start: ZipStart,
  pages: AsyncIterable<readonly ExportedBooking[]>,
  limits: WorkerLimits = EXPORT_LIMITS,
): Promise<Uint8Array> {
  const worker = new Worker(new URL('./zip-worker.ts', import.meta.url), {
    workerData: start,
    env: {},
    // The worker reads the sources as the process does; nothing else that it was started with is for it.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heap_mb },
  });
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The export worker ended with code ${code}`)));
    timer = setTimeout(
      () => reject(new Error(`The export took more than ${limits.deadline_ms} ms`)),
      limits.deadline_ms,
    );
  });
  // Awaited below; until then a failure waits here.
  answer.catch(() => undefined);
  try {
    const send = (message: ZipMessage) => worker.postMessage(message);
    await Promise.race([answer, sendAll(pages, send)]);
    return await answer;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

async function sendAll(
  pages: AsyncIterable<readonly ExportedBooking[]>,
  send: (message: ZipMessage) => void,
): Promise<void> {
  for await (const page of pages) send(page);
  send(null);
}
