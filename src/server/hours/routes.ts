import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/hours.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { previewChange } from '../staff/preview.ts';
import { applyHours } from './apply-hours.ts';
import { type Evaluate, readChangeEffects, weekChange } from './change-week.ts';
import { cancelDay, dayChange } from './cancel-day.ts';
import { changeClass, classChange } from './change-class.ts';
import { changeSeries, readSeriesEffects } from './change-series.ts';
import { readHours } from './read-hours.ts';

/** Working hours, extra openings and time off, each changed as it was previewed (rules.md §9). */
export function hoursRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const preview = (input: unknown, evaluate: Evaluate, now: Date) =>
    previewChange(db, input, (trx) => readChangeEffects(trx, evaluate, now));

  route(app, deps, calls.staffHours, schemas.staffHours, async ({ now }) => readHours(db, now));

  route(app, deps, calls.staffPreviewHours, schemas.staffPreviewHours, ({ body: { change }, now }) =>
    preview(change, weekChange(change, now), now),
  );

  staffAction(app, deps, calls.staffApplyHours, schemas.staffApplyHours, applyHours(deps));

  route(
    app,
    deps,
    calls.staffPreviewClass,
    schemas.staffPreviewClass,
    ({ params: at, body: { change }, now }) => preview({ ...at, change }, classChange(at, change, now), now),
  );

  staffAction(app, deps, calls.staffApplyClass, schemas.staffApplyClass, changeClass(deps));

  route(
    app,
    deps,
    calls.staffPreviewDay,
    schemas.staffPreviewDay,
    ({ params: { date }, body: { from, to }, now }) => {
      const input = { date, from, to };
      return preview(input, dayChange(input, now), now);
    },
  );

  staffAction(app, deps, calls.staffApplyDay, schemas.staffApplyDay, cancelDay(deps));

  route(
    app,
    deps,
    calls.staffPreviewSeries,
    schemas.staffPreviewSeries,
    ({ params: { id }, body: { change }, now }) => {
      const input = { id, change };
      return previewChange(db, input, (trx) => readSeriesEffects(trx, input, now));
    },
  );

  staffAction(app, deps, calls.staffApplySeries, schemas.staffApplySeries, changeSeries(deps));
}
