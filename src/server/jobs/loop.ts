import type { Deps } from '../deps.ts';

/** Work that is done later, from a state table; safe in any number of processes because rows are claimed. */
export type Job = {
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly every_ms: number;
  /** Works off what is due; answers how many rows. A full batch is followed by another at once. */
  run(deps: Deps, now: Date): Promise<number>;
};

export type JobLoop = {
  start(): void;
  /** Runs this job soon, because its work has just come about. */
  kick(name: string): void;
  /** Lets what runs finish; nothing starts any more. */
  stop(): Promise<void>;
  /** False if a job has not come to an end for far longer than it should take. */
  isAlive(): boolean;
};

/**
 * Longer than any run takes, or any lease: twenty mails, three at a time, to a server that fails each after a minute
 * (send-mail.ts). A server of others that takes minutes to fail is no reason to send nobody here any more (/readyz).
 */
const STUCK_MS = 15 * 60_000;
/** After this many rows in one run another follows without waiting. */
const FULL_BATCH = 50;

/** One small loop a process: each job by its own clockwork, never twice at once (docs/house.md, jobs/). */
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
      // The rows are still there: the next run takes them up again.
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
