import { parentPort, workerData } from 'node:worker_threads';
import { type FileProblem, UnusableFile } from './calendar-blocks.ts';
import { type ReadCalendar, readCalendar, type ReadingOf } from './read-calendar.ts';

/** What the worker gets: the bytes of a file, and what they are read for. */
export type WorkerInput = { bytes: Uint8Array; reading: ReadingOf };
export type WorkerAnswer = { read: ReadCalendar } | { problem: FileProblem };

function answer({ bytes, reading }: WorkerInput): WorkerAnswer {
  try {
    return { read: readCalendar(new TextDecoder().decode(bytes), reading) };
  } catch (error) {
    if (error instanceof UnusableFile) return { problem: error.problem };
    throw error;
  }
}

parentPort!.postMessage(answer(workerData as WorkerInput));
