import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { PAY_FIRST_REASONS } from '#domain/checkout/holding.ts';
import { SECURITY_EVENTS } from './security-events.ts';

export type Metrics = {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** Job runs by outcome. */
  readonly jobRuns: Counter<'job' | 'outcome'>;
  readonly jobDone: Counter<'job'>;
  readonly securityEvents: Counter<'event'>;
  readonly checkouts: Counter<'mode' | 'reason'>;
  readonly signInsRefused: Counter<'source'>;
  readonly codeMailsRefused: Counter<'limit'>;
  readonly passwordResets: Counter<'way'>;
};

/** Counters of this process. jobs/work-metrics.ts reports the work waiting in the database. */
export function createMetrics(): Metrics {
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
    help: 'Security events by kind (docs/operations/monitoring.md)',
    labelNames: ['event'] as const,
    registers: [registry],
  });
  for (const event of SECURITY_EVENTS) securityEvents.inc({ event }, 0);
  const checkouts = new Counter({
    name: 'checkouts_total',
    help: 'Checkouts that were made: with a hold, or paid first and for which reason (docs/operations/monitoring.md)',
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
