import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { streamOf } from '../http/json-pieces.ts';
import type { FromWorker, SentPage, ToWorker, ZipStart } from './zip-worker.ts';

type WorkerLimits = {
  /** Largest heap of the worker. */
  heap_mb: number;
  /** From its start to the finished zip file. */
  deadline_ms: number;
};
export const EXPORT_LIMITS: WorkerLimits = { heap_mb: 256, deadline_ms: 20_000 };

/** A finished zip file. It stays with the worker, which ends when the stream does; the stream takes piece by piece. */
export type ZipFile = { bytes: number; stream: Readable };

/**
 * Opens a client's data and puts it into a zip file in a thread of its own: what is too large for the limits ends that
 * thread, and nobody else waits for it. The worker is given the key of this one client, and no settings.
 * @throws Error if the worker came to an end without an answer
 */
export async function zipInWorker(
  start: ZipStart,
  pages: AsyncIterable<SentPage>,
  limits: WorkerLimits = EXPORT_LIMITS,
): Promise<ZipFile> {
  const worker = new Worker(new URL('./zip-worker.ts', import.meta.url), {
    workerData: start,
    env: {},
    // The worker reads the sources as the process does; nothing else that it was started with is for it.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heap_mb },
  });
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<{ bytes: number }>((resolve, reject) => {
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
    await Promise.race([answer, sendAll(pages, worker)]);
    const { bytes } = await answer;
    const stream = streamOf(receiveAll(worker, bytes));
    stream.once('close', () => void worker.terminate());
    return { bytes, stream };
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function post(worker: Worker, message: ToWorker, moved: ArrayBuffer[] = []): void {
  worker.postMessage(message, moved);
}

async function sendAll(pages: AsyncIterable<SentPage>, worker: Worker): Promise<void> {
  for await (const page of pages) post(worker, page, memoryOf(page));
  post(worker, null);
}

/** What moves to the worker. Small buffers share their memory with others of Node's and are copied. */
function memoryOf(page: SentPage): ArrayBuffer[] {
  const sealed =
    'bookings' in page
      ? page.bookings.flatMap(({ documents }) => Object.values(documents))
      : page.forms.map(({ answers }) => answers);
  return sealed
    .filter((bytes) => bytes !== null)
    .map(({ buffer }) => buffer)
    .filter(({ byteLength }) => byteLength > Buffer.poolSize);
}

async function* receiveAll(worker: Worker, bytes: number): AsyncGenerator<Buffer> {
  for (let received = 0; received < bytes;) {
    post(worker, 'next');
    const [piece] = (await once(worker, 'message')) as [Exclude<FromWorker, { bytes: number }>];
    received += piece.length;
    yield Buffer.from(piece.buffer);
  }
}
