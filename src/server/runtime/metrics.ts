import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { PAY_FIRST_REASONS } from '#domain/holding.ts';
import { selectUnpaidHolds, shareOf } from '../seats/unpaid-holds.ts';
import type { Db } from '../db/pool.ts';
import { SECURITY_EVENTS } from './security-events.ts';
import { selectWaitingWork, type WaitingWork } from '../jobs/waiting-work.ts';

export type Metrics = {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** What a job did: one for each run, by outcome. */
  readonly jobRuns: Counter<'job' | 'outcome'>;
  readonly jobDone: Counter<'job'>;
  readonly securityEvents: Counter<'event'>;
  readonly checkouts: Counter<'mode' | 'reason'>;
  readonly signInsRefused: Counter<'source'>;
  readonly codeMailsRefused: Counter<'limit'>;
  readonly passwordResets: Counter<'way'>;
};

/** `db` is asked at each scrape how much work waits, so that any process tells the same. */
export function createMetrics(db: Db, clock: () => Date): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  });
  const jobRuns = new Counter({
    name: 'job_runs_total',
    help: 'Runs of a job by outcome (ok, failed)',
    labelNames: ['job', 'outcome'] as const,
    registers: [registry],
  });
  const jobDone = new Counter({
    name: 'job_rows_total',
    help: 'Rows that a job has worked off',
    labelNames: ['job'] as const,
    registers: [registry],
  });
  const securityEvents = new Counter({
    name: 'security_events_total',
    help: 'Security events by kind (docs/operations.md)',
    labelNames: ['event'] as const,
    registers: [registry],
  });
  for (const event of SECURITY_EVENTS) securityEvents.inc({ event }, 0);
  const checkouts = new Counter({
    name: 'checkouts_total',
    help: 'Checkouts that were made: with a hold, or paid first and for which reason (docs/operations.md)',
    labelNames: ['mode', 'reason'] as const,
    registers: [registry],
  });
  checkouts.inc({ mode: 'hold', reason: 'none' }, 0);
  for (const reason of PAY_FIRST_REASONS) checkouts.inc({ mode: 'pay_first', reason }, 0);
  const signInsRefused = new Counter({
    name: 'sign_in_refused_total',
    help: 'Sign-ins refused after too many failures, by what was locked: a known browser, a network, all unknown browsers',
    labelNames: ['source'] as const,
    registers: [registry],
  });
  for (const source of ['browser', 'network', 'all']) signInsRefused.inc({ source }, 0);
  const codeMailsRefused = new Counter({
    name: 'code_mails_refused_total',
    help: 'Requests for a code that were refused: too soon, or the mailbox had its number',
    labelNames: ['limit'] as const,
    registers: [registry],
  });
  for (const limit of ['soon', 'mailbox']) codeMailsRefused.inc({ limit }, 0);
  const passwordResets = new Counter({
    name: 'password_resets_total',
    help: 'New passwords, by the code or by the link of a mail',
    labelNames: ['way'] as const,
    registers: [registry],
  });
  for (const way of ['code', 'link']) passwordResets.inc({ way }, 0);
  // Without a database there is nothing to tell of its work, and all the more of the process.
  const waitingWork = async () =>
    Object.entries(await selectWaitingWork(db, clock()).catch(() => ({}) as Partial<WaitingWork>));
  new Gauge({
    name: 'work_waiting',
    help: 'Rows that are due and not done; none told while the database is away',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      const work = await waitingWork();
      this.reset();
      for (const [kind, { due }] of work) this.set({ kind }, due);
    },
  });
  new Gauge({
    name: 'work_oldest_seconds',
    help: 'Seconds that the oldest due row has waited; none told while the database is away',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      const work = await waitingWork();
      this.reset();
      for (const [kind, { oldest_seconds }] of work) this.set({ kind }, oldest_seconds);
    },
  });
  new Gauge({
    name: 'unpaid_hold_share',
    help: 'Share of the one-to-one time of the next 14 days that is held without payment, by all clients and by new ones',
    labelNames: ['clients'] as const,
    registers: [registry],
    async collect() {
      const holds = await selectUnpaidHolds(db, clock()).catch(() => null);
      this.reset();
      if (holds === null) return;
      this.set({ clients: 'all' }, shareOf(holds.held_minutes, holds));
      this.set({ clients: 'new' }, shareOf(holds.new_minutes, holds));
    },
  });
  return {
    registry,
    requests,
    jobRuns,
    jobDone,
    securityEvents,
    checkouts,
    signInsRefused,
    codeMailsRefused,
    passwordResets,
  };
}
