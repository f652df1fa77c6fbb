// One process at a time installs or builds in this folder.
import fs from 'node:fs';
import path from 'node:path';
import { exitIfOrphaned } from './parent-process.mjs';
import { startTimeOf } from './processes.mjs';
import { readJson, root } from './project-folder.mjs';

/** Holds the number and the start time of the process that installs or builds. */
const lockFile = path.join(root, '.preparing');
const POLL_MS = 200;

/** @param {{ pid: number, started: string } | undefined} owner */
const isRunning = (owner) => owner !== undefined && startTimeOf(owner.pid) === owner.started;

/**
 * Two processes that install or build in one folder remove each other's files, so the second waits for the first. The
 * lock of a killed process is dropped.
 * @param {() => void} work
 */
export function withInstallLock(work) {
  const draft = `${lockFile}.${process.pid}`;
  try {
    fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid) }));
  } catch {
    return work(); // the folder is read-only, so no other process installs or builds here
  }
  const hasLock = takeLock(draft);
  const release = () => {
    if (hasLock && readJson(lockFile)?.pid === process.pid) fs.rmSync(lockFile, { force: true });
  };
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

/**
 * @param {string} draft a file with the content of the lock
 * @returns {boolean} false where the file system has no links: the work then runs without a lock
 */
function takeLock(draft) {
  try {
    for (let isReported = false; ;) {
      try {
        fs.linkSync(draft, lockFile); // atomic: fails if the lock exists
        return true;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return false;
      }
      const owner = readJson(lockFile);
      if (isRunning(owner)) {
        if (!isReported)
          console.log(`Process ${owner.pid} is installing or building in this folder: waiting for it…`);
        isReported = true;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
        exitIfOrphaned();
      } else dropStaleLock(`${draft}.stale`);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Moves the lock aside and checks it again, because another process may have renewed it a moment ago.
 * @param {string} aside
 */
function dropStaleLock(aside) {
  try {
    fs.renameSync(lockFile, aside);
    if (isRunning(readJson(aside))) fs.linkSync(aside, lockFile);
  } catch {
    // another process was faster
  }
  fs.rmSync(aside, { force: true });
}
