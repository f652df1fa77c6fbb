import type { FastifyInstance } from 'fastify';
import { localDateOf } from '#domain/time/zone.ts';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/events.schemas.ts';
import { practice } from '#content/public/practice.ts';
import type { Deps } from '../deps.ts';
import { provesNothing, publicRoute } from '../http/route.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';
import { presentEventFields } from './present-event.ts';
import { spotsLeft } from './spots.ts';
import { selectEvents } from './store.ts';

const { zone } = practice;

/** The practice's calendar (rules.md §8). */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  publicRoute(app, deps, calls.getEvents, schemas.getEvents, provesNothing, async ({ now, reply }) => {
    const events = await selectEvents(db);
    const today = localDateOf(now, zone);
    const last = events.at(-1)?.start_time ?? now;
    const to = last > now ? localDateOf(last, zone) : today;
    const facts = await readPracticeFacts(db, { user_id: null, from: today, to });
    // Seats change by the minute, and this page does not need them to the second.
    reply.header('cache-control', 'public, max-age=15');
    return events.map((event) => ({
      ...presentEventFields(event),
      service_type: event.service_id === null ? null : typeOf(event.service_id, facts.catalogue.services),
      available_spots: spotsLeft(event, facts, now, zone),
    }));
  });
}

function typeOf(service_id: string, services: ReadonlyMap<string, { type: string[] }>): string | null {
  return services.get(service_id)?.type[0] ?? null;
}
