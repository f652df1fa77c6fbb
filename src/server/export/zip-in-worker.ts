import { once } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { streamOf } from '../http/json-pieces.ts';
import type { FromWorker, SentPage, ToWorker, ZipStart } from './zip-worker.ts';

type WorkerLimits = {
  /** Heap limit of the worker. */
  heap_mb: number;
  /** Time-out from start to finished zip file. */
  deadline_ms: number;
};
/** Next to this module: in the sources a .ts file, in the build (vite.server.config.ts) a .js file. */
const WORKER = new URL(`./zip-worker${extname(import.meta.url)}`, import.meta.url);
export const EXPORT_LIMITS: WorkerLimits = { heap_mb: 256, deadline_ms: 20_000 };

/** A finished zip file. It stays in the worker, which ends with the stream; the stream fetches it piece by piece. */
export type ZipFile = { bytes: number; stream: Readable };

/**
 * Opens a client's data and zips it in a worker thread. Data beyond the limits only ends that thread and never blocks
 * other clients. The worker gets the key of this one client and no settings.
 * @throws Error if the worker ends without an answer
 */
export async function zipInWorker(
  start: ZipStart,
  pages: AsyncIterable<SentPage>,
  limits: WorkerLimits = EXPORT_LIMITS,
): Promise<ZipFile> {
  const worker = new Worker(WORKER, {
    workerData: start,
    env: {},
    // Node loads the TypeScript sources without flags, and the worker must not inherit flags of this process.
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
  // Awaited below; the handler prevents an unhandled rejection until then.
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

function sealedIn(page: SentPage): (Uint8Array<ArrayBuffer> | null)[] {
  if ('bookings' in page) return page.bookings.flatMap(({ documents }) => Object.values(documents));
  if ('session_notes' in page) return page.session_notes.map(({ body }) => body);
  return 'pinned_note' in page ? [page.pinned_note] : page.forms.map(({ answers }) => answers);
}

/** Buffers to transfer to the worker. Small buffers share memory with others of Node's pool and are copied. */
function memoryOf(page: SentPage): ArrayBuffer[] {
  return sealedIn(page)
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
