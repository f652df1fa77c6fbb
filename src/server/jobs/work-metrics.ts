import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/pool.ts';
import { selectUnpaidHolds, shareOf } from '../seats/unpaid-holds.ts';
import { selectWaitingWork, type WaitingWork } from './store.ts';

/**
 * Registers the metrics of waiting work and unpaid holds. Each scrape asks the database, so that every process reports
 * the same.
 */
export function registerWorkMetrics(registry: Registry, db: Db, clock: () => Date): void {
  // If the database is down, these metrics are empty and the metrics of the process still work.
  const waitingWork = async () =>
    Object.entries(await selectWaitingWork(db, clock()).catch(() => ({}) as Partial<WaitingWork>));
  new Gauge({
    name: 'work_waiting',
    help: 'Rows that are due and not done; absent while the database is down',
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
    help: 'Seconds that the oldest due row has waited; absent while the database is down',
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
}
