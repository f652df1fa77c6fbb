// Finds out whether an install or a build ended because memory ran out.

/** Free memory that an install, a build and a first start need, in MB (row P20 of docs/figures.md measures it). */
const REQUIRED_MB = 512;

/** How npm, a shell or V8 report that memory ran out. */
const OUT_OF_MEMORY = /\bENOMEM\b|\bSIGKILL\b|^.*\bKilled\b|heap out of memory|Cannot allocate memory/m;
/** A shell reports SIGKILL and SIGABRT as 128 plus the number of the signal. V8 aborts when its heap is full. */
const OUT_OF_MEMORY_STATUSES = new Set([137, 134]);

/**
 * True if the system killed the program, or a program below it, as it does when memory runs out.
 * @param {{ status: number | null, signal: string | null }} done
 * @param {string} [log] what the program logged
 */
export function ranOutOfMemory({ status, signal }, log = '') {
  return (
    signal === 'SIGKILL' ||
    signal === 'SIGABRT' ||
    OUT_OF_MEMORY_STATUSES.has(status ?? 0) ||
    OUT_OF_MEMORY.test(log)
  );
}

/** @param {string} work what was killed: "The install of the packages" */
export function memoryText(work) {
  return (
    `${work} was killed. Most likely the memory ran out: an install, a build and a first start need ${REQUIRED_MB} MB.\n` +
    'Give this machine or container more memory, or stop other programs. Then run it again.'
  );
}
