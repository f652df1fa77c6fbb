import type { FastifyInstance } from 'fastify';
import { staffAuditLog } from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { readAuditLog } from './audit-log.ts';

/** What staff read of the audit log (rules.md §9). */
export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, staffAuditLog, schemas.staffAuditLog, async ({ query }) => readAuditLog(deps.db, query));
}
