import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/services.schemas.ts';
import type { Deps } from '../deps.ts';
import { publicAnswer } from '../http/public-answer.ts';
import { routeWithExtra } from '../http/route.ts';
import { factsForUser, selectServices } from '../seats/practice-facts.ts';
import { presentService } from './present-service.ts';
import { bookableDates, isBookable, readAvailability, readReasons, readSlots } from './read-slots.ts';

/** The services, their availability and their slots (rules.md §4). */
export function serviceRoutes(app: FastifyInstance, deps: Deps): void {
  publicAnswer(app, deps, calls.getAllWellnessServices, schemas.getAllWellnessServices, async (db) =>
    (await selectServices(db)).map(presentService),
  );

  routeWithExtra(
    app,
    deps,
    calls.getAvailabilities,
    schemas.getAvailabilities,
    (_, now) => factsForUser(bookableDates(now)),
    (asked) => readAvailability(deps, asked),
  );

  routeWithExtra(
    app,
    deps,
    calls.getSlots,
    schemas.getSlots,
    ({ body: { date } }, now) => (isBookable(date, now) ? factsForUser({ from: date, to: date }) : null),
    (asked) => readSlots(deps, asked),
  );

  routeWithExtra(
    app,
    deps,
    calls.explainDate,
    schemas.explainDate,
    (_, now) => factsForUser(bookableDates(now)),
    (asked) => readReasons(deps, asked),
  );
}
