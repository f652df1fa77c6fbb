import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { cpuOfTree, kilobytes, memoryOf, processTree, readStat } from './processes.ts';

const ROLLUP = `559434cae000-7ffe9b906000 ---p 00000000 00:00 0                          [rollup]
Rss:                1684 kB
Pss:                 268 kB
Pss_Dirty:           112 kB
Pss_Anon:            100 kB
Pss_File:            156 kB
Pss_Shmem:            12 kB
SwapPss:               7 kB
`;
const STAT =
  '4242 (node (a) b) S 17 4242 4242 0 -1 4194304 900 20 0 0 150 25 300 40 20 0 11 0 7000 1000000 5000 1';

describe('/proc of a process', () => {
  it('has memory by name, in kilobytes', () => {
    expect(kilobytes(ROLLUP, 'Pss_Anon', 'Pss_Shmem')).toBe(112 * 1024);
    expect(kilobytes('', 'Pss_Anon')).toBe(0);
  });

  it('has its parent, and its processor time including ended children', () => {
    expect(readStat(STAT)).toEqual({ parent: 17, cpu_ms: (150 + 25 + 300 + 40) * 10 });
  });
});

describe.skipIf(process.platform !== 'linux')('running processes', () => {
  it('are found with their children, and their program counts once', async () => {
    const shell = spawn('sh', ['-c', 'sleep 60 & sleep 60 & wait'], { stdio: 'ignore' });
    const pid = shell.pid!;
    try {
      const tree = await vi.waitFor(() => {
        const found = processTree(pid);
        expect(found.map(({ words }) => words.split(' ')[0])).toEqual(['sh', 'sleep', 'sleep']);
        return found;
      });
      const [sh, ...sleeps] = [...memoryOf(tree.map((each) => each.pid)).values()];
      expect(sh).toBeGreaterThan(100_000);
      const [less, more] = sleeps.toSorted((one, other) => one - other);
      // The C library alone is more than a process that sleeps has of its own.
      expect(less).toBeLessThan(more! / 2);
      for (const each of tree.slice(1)) process.kill(each.pid);
    } finally {
      shell.kill();
    }
    await once(shell, 'close');
    expect(processTree(pid)).toEqual([]);
    expect(memoryOf([pid])).toEqual(new Map([[pid, 0]]));
  });

  it('include the processor time of an ended child', async () => {
    const before = cpuOfTree(process.pid);
    const busy = spawn(process.execPath, ['-e', 'while (process.cpuUsage().user < 200_000);']);
    await once(busy, 'close');
    expect(cpuOfTree(process.pid) - before).toBeGreaterThan(150);
  });
});
