import type { Deps } from '../deps.ts';

/** Background work from a state table. Rows are claimed, so that any number of processes can run it. */
export type Job = {
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly every_ms: number;
  /** Processes due rows and returns their number. After a full batch the job runs again at once. */
  run(deps: Deps, now: Date): Promise<number>;
};

export type JobLoop = {
  start(): void;
  /** Runs this job at once, because it has new work. */
  kick(name: string): void;
  /** Waits for running jobs and starts no others. */
  stop(): Promise<void>;
  /** False if a job has been running for far longer than it should take. */
  isAlive(): boolean;
};

/**
 * Longer than any run or lease: twenty mails, three at a time, to a server that fails each after a minute
 * (send-mail.ts). A slow server elsewhere must not make /readyz fail, which would take this site offline.
 */
const STUCK_MS = 15 * 60_000;
/** After this many rows in one run the next run starts at once. */
const FULL_BATCH = 50;

/** Runs each job on its own timer, never twice at once in this process (docs/architecture.md §5). */
export function createJobLoop(jobs: readonly Job[], deps: Deps): JobLoop {
  const running = new Map<string, { since: number; done: Promise<void> }>();
  const timers = new Map<string, NodeJS.Timeout>();
  const again = new Set<string>();
  let stopped = true;

  const plan = (job: Job, ms: number) => {
    clearTimeout(timers.get(job.name));
    if (stopped) return;
    timers.set(
      job.name,
      setTimeout(() => begin(job), ms),
    );
  };

  const begin = (job: Job) => {
    if (stopped || running.has(job.name)) return;
    const done = work(job).then((rows) => {
      running.delete(job.name);
      const soon = again.delete(job.name) || rows >= FULL_BATCH;
      plan(job, soon ? 0 : job.every_ms);
    });
    running.set(job.name, { since: deps.clock().getTime(), done });
  };

  const work = async (job: Job): Promise<number> => {
    try {
      const rows = await job.run(deps, deps.clock());
      deps.metrics.jobRuns.inc({ job: job.name, outcome: 'ok' });
      if (rows > 0) deps.metrics.jobDone.inc({ job: job.name }, rows);
      return rows;
    } catch (error) {
      // The rows stay due, so the next run takes them again.
      deps.metrics.jobRuns.inc({ job: job.name, outcome: 'failed' });
      deps.log.error({ err: error, job: job.name }, 'A job failed and will run again');
      return 0;
    }
  };

  return {
    start() {
      stopped = false;
      for (const job of jobs) plan(job, 0);
    },
    kick(name) {
      const job = jobs.find((one) => one.name === name);
      if (!job || stopped) return;
      if (running.has(name)) again.add(name);
      else plan(job, 0);
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
    isAlive() {
      const now = deps.clock().getTime();
      return [...running.values()].every(({ since }) => now - since < STUCK_MS);
    },
  };
}
