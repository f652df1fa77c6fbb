import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 20;
const PAUSE_MS = 1000;

/** Does the work now, or in the background over the next seconds: the database may be away for a moment. */
export async function persistently(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    void again(work);
  }
}

async function again(work: () => Promise<unknown>): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    await pause(PAUSE_MS, null, { ref: false });
    try {
      await work();
      return;
    } catch {
      // Until the last try.
    }
  }
}
