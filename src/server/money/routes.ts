import type { FastifyInstance } from 'fastify';
import * as schemas from '#contract/money.schemas.ts';
import * as calls from '#contract/staff.calls.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { exportMoney } from './export-money.ts';
import { listPayments, listPayouts, readReport } from './read-money.ts';

/** Money at a glance: what was paid, what arrives at the bank, and the figures of a month (rules.md §9). */
export function moneyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, calls.staffPayments, schemas.staffPayments, ({ query, now }) =>
    listPayments(db, query, now),
  );
  route(app, deps, calls.staffPayouts, schemas.staffPayouts, ({ query }) => listPayouts(deps, query));
  route(app, deps, calls.staffReport, schemas.staffReport, ({ query, now }) =>
    readReport(db, query.month, now),
  );
  staffAction(app, deps, calls.staffExportMoney, schemas.staffExportMoney, exportMoney(deps));
}
