import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process as Linux reports it. */
type Process = { pid: number; parent: number; words: string; cpu_ms: number };

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/** A process and all that come from it, the oldest first; [] if it is gone or this is not Linux. */
export function processTree(root: number): Process[] {
  const all = allPids().flatMap((pid) => processOf(pid) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function allPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function processOf(pid: number): Process | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
    return { pid, words, ...readStat(readFileSync(`/proc/${pid}/stat`, 'latin1')) };
  } catch {
    return null; // ended meanwhile
  }
}

/** Parent, and the processor time of the process and of its children that have ended. */
export function readStat(stat: string): { parent: number; cpu_ms: number } {
  // The name of a program may have spaces and brackets in it.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return { parent: parent!, cpu_ms: ticks * TICK_MS };
}

/** Processor time that a process and all that come from it have taken so far, those that have ended included. */
export const cpuOfTree = (root: number): number =>
  processTree(root).reduce((sum, { cpu_ms }) => sum + cpu_ms, 0);

/**
 * Memory of processes in bytes. What they share counts in equal parts (PSS), save the files of a program: these count in
 * full, once, for the process that has most of them in memory. PSS would spread them over everything on this machine
 * that runs the same program, the bench itself first.
 * @throws Error if the system does not say it
 */
export function memoryOf(pids: readonly number[]): Map<number, number> {
  const memories = pids.map((pid) => ({ pid, ...readMemory(pid) }));
  const owners = new Map<string, { pid: number; files: number }>();
  for (const { pid, program, files } of memories)
    if (files > (owners.get(program)?.files ?? -1)) owners.set(program, { pid, files });
  return new Map(
    memories.map(({ pid, program, files, own }) => [
      pid,
      own + (owners.get(program)!.pid === pid ? files : 0),
    ]),
  );
}

/** Bytes; nothing of a process that has ended. */
function readMemory(pid: number): { program: string; own: number; files: number } {
  try {
    return {
      program: readlinkSync(`/proc/${pid}/exe`),
      own: kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'), 'Pss_Anon', 'Pss_Shmem'),
      files: kilobytes(readFileSync(`/proc/${pid}/status`, 'latin1'), 'RssFile'),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return { program: '', own: 0, files: 0 };
    throw error;
  }
}

/** The sum of these lines ("Pss_Anon:    112 kB"), in bytes; a line that is missing counts as none. */
export function kilobytes(text: string, ...names: string[]): number {
  const lines = new Map(
    [...text.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, value]) => [name!, Number(value)]),
  );
  return names.reduce((sum, name) => sum + (lines.get(name) ?? 0), 0) * 1024;
}
