import type { FastifyInstance } from 'fastify';
import * as schemas from '#contract/busy-calendars.schemas.ts';
import * as calls from '#contract/staff.calls.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { addCalendar, previewCalendar, stopCalendar } from './write-calendars.ts';

/** The practitioner's other calendars, whose busy times are not offered to clients (rules.md §4). */
export function busyCalendarRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffPreviewBusyCalendar, schemas.staffPreviewBusyCalendar, ({ body, now }) =>
    previewCalendar(deps, body, now),
  );
  staffAction(app, deps, calls.staffAddBusyCalendar, schemas.staffAddBusyCalendar, addCalendar(deps));
  staffAction(app, deps, calls.staffStopBusyCalendar, schemas.staffStopBusyCalendar, stopCalendar);
}
