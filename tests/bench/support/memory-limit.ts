import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A group of processes that may use so much memory together. */
type MemoryLimit = {
  /** The command, run inside. */
  inside(command: readonly string[]): [string, ...string[]];
  /** How many of its processes were killed because there was no more. */
  kills(): number;
  /** Once all its processes have ended. */
  remove(): Promise<void>;
};

/** Control groups of Linux: version 2, and the memory controller of version 1 where that is still in use. */
const VERSIONS = [
  {
    folder: '/sys/fs/cgroup',
    limit: 'memory.max',
    swap: { file: 'memory.swap.max', bytes: () => 0 },
    events: 'memory.events',
  },
  {
    folder: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    // Memory and swap together.
    swap: { file: 'memory.memsw.limit_in_bytes', bytes: (limit: number) => limit },
    events: 'memory.oom_control',
  },
];

/** A new limit; null where none can be made. */
export function limitMemory(bytes: number): MemoryLimit | null {
  for (const { folder, limit, swap, events } of VERSIONS) {
    const group = join(folder, `sattva-bench-${process.pid}-${bytes}`);
    if (!existsSync(folder)) continue;
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    try {
      // 'r+' makes no file where the system has none of that name.
      writeFileSync(join(group, limit), String(bytes), { flag: 'r+' });
    } catch {
      rmdirSync(group);
      continue;
    }
    const swapFile = join(group, swap.file);
    if (existsSync(swapFile)) writeFileSync(swapFile, String(swap.bytes(bytes)), { flag: 'r+' });
    return {
      inside: (command) => [
        'sh',
        '-c',
        'echo $$ > "$0" && exec "$@"',
        join(group, 'cgroup.procs'),
        ...command,
      ],
      kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(group, events), 'utf8'))?.[1] ?? 0),
      remove: () => removeGroup(group),
    };
  }
  return null;
}

async function removeGroup(group: string): Promise<void> {
  for (let tries = 200; ; tries--) {
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      // A process that has just ended is in it for a moment.
      if (tries === 0) throw error;
      await wait(100);
    }
  }
}
