// What ended a program that installs or builds.

/** Free memory that an install, a build and a first start need, in MB (row P20 of docs/figures.md measures it). */
export const NEEDED_MB = 512;

/** Words with which npm, a shell or V8 say that memory ran out. */
const MEMORY_WORDS = /\bENOMEM\b|\bSIGKILL\b|^.*\bKilled\b|heap out of memory|Cannot allocate memory/m;
/** 128 and the number of a signal is how a shell passes on SIGKILL and SIGABRT; V8 aborts when its heap is full. */
const MEMORY_STATUSES = new Set([137, 134]);

/**
 * True if the program ended as it does when memory runs out: the system kills it, or a program below it.
 * @param {{ status: number | null, signal: string | null }} done
 * @param {string} [words] what it has written down
 */
export function ranOutOfMemory({ status, signal }, words = '') {
  return (
    signal === 'SIGKILL' ||
    signal === 'SIGABRT' ||
    MEMORY_STATUSES.has(status ?? 0) ||
    MEMORY_WORDS.test(words)
  );
}

/** @param {string} work what was ended: "The install of the packages" */
export function memoryText(work) {
  return (
    `${work} was killed. Most likely the memory ran out: an install, a build and a first start need ${NEEDED_MB} MB.\n` +
    'Give this machine or container more memory, or stop other programs. Then run it again.'
  );
}
