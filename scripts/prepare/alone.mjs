// One at a time: who installs or builds in this folder.
import fs from 'node:fs';
import path from 'node:path';
import { readJson, root } from './folder.mjs';
import { leaveIfAbandoned } from './npm-above.mjs';
import { startOf } from './processes.mjs';

/** Whoever installs or builds here says so in it, for as long as that takes. */
const claim = path.join(root, '.preparing');
/** Between two looks whether it is done, milliseconds. */
const WAIT_MS = 200;

/** @param {{ pid: number, started: string } | undefined} owner */
const isAtWork = (owner) => owner !== undefined && startOf(owner.pid) === owner.started;

/**
 * Two that install or build in one folder take each other's files away: the second one waits for the first. Whoever
 * was killed is not waited for.
 * @param {() => void} work
 */
export function alone(work) {
  const draft = `${claim}.${process.pid}`;
  try {
    fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  } catch {
    return work(); // where nothing may be written nobody else installs or builds either
  }
  const isMine = takeClaim(draft);
  const release = () => {
    if (isMine && readJson(claim)?.pid === process.pid) fs.rmSync(claim, { force: true });
  };
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

/**
 * @param {string} draft what the claim is to say, in a file of its own
 * @returns {boolean} false where files cannot be linked: there one goes ahead without
 */
function takeClaim(draft) {
  try {
    for (let told = false; ;) {
      try {
        fs.linkSync(draft, claim); // fails if it is there: the one atomic step
        return true;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return false;
      }
      const owner = readJson(claim);
      if (isAtWork(owner)) {
        if (!told)
          console.log(`Process ${owner.pid} is installing or building in this folder: waiting for it…`);
        told = true;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
        leaveIfAbandoned();
      } else dropStaleClaim(`${draft}.stale`);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Moves the claim away before it looks again: somebody may have renewed it a moment ago.
 * @param {string} aside
 */
function dropStaleClaim(aside) {
  try {
    fs.renameSync(claim, aside);
    if (isAtWork(readJson(aside))) fs.linkSync(aside, claim);
  } catch {
    // somebody else was faster
  }
  fs.rmSync(aside, { force: true });
}
