import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/calendar.schemas.ts';
import { withJoinUrl } from '../sessions/join-link.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { calendarFileOf } from './calendar-file.ts';
import { staffCalendarFileOf } from './staff-calendar-file.ts';
import {
  deleteFeed,
  selectAppointmentsNear,
  selectCalendarBookings,
  selectFeed,
  selectFeedOwner,
  selectStaffFeedDetail,
  upsertFeed,
} from './store.ts';

/** '<token>.ics' with 256 random bits, which cannot be guessed. */
const FEED_FILE = /^([\w-]{43})\.ics$/;

/** A private feed of a client's bookings for calendar programs; the client can change its address or turn it off. */
export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  route(app, deps, calls.getCalendarFeed, schemas.getCalendarFeed, async ({ user }) => {
    const feed = await selectFeed(db, user.id);
    return { active: feed !== undefined, created_at: feed?.created_at.toISOString() ?? null };
  });

  route(app, deps, calls.createCalendarFeed, schemas.createCalendarFeed, async ({ user, now }) => {
    const token = newToken();
    await upsertFeed(db, user.id, hashToken(token), now);
    const url = `${config.site_url}/calendar/${token}.ics`;
    return { url, created_at: now.toISOString(), message: 'Your calendar link is ready.' };
  });

  route(app, deps, calls.revokeCalendarFeed, schemas.revokeCalendarFeed, async ({ user }) => {
    await deleteFeed(db, user.id);
    return { message: 'Your calendar link was turned off.' };
  });

  // A demo owner can sign in only in the sandbox, and so can their feed be read.
  const staffDetail = async (token: string) =>
    config.STAFF_AREA === 'on'
      ? await selectStaffFeedDetail(db, hashToken(token), { with_demo: config.sandbox })
      : undefined;

  app.route({
    method: calls.calendarFeed.method,
    url: calls.calendarFeed.path,
    config: { call: calls.calendarFeed },
    // The address is a secret, and debug lines would log it.
    logLevel: 'error',
    schema: describeRoute({
      tag: 'public',
      summary: "A client's bookings, by their secret address",
      access: calls.calendarFeed.access,
      media: 'text/calendar',
    }),
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
      const token = FEED_FILE.exec((request.params as { file: string }).file)?.[1];
      const user_id = token && (await selectFeedOwner(db, hashToken(token)));
      if (!user_id) {
        const detail = token && (await staffDetail(token));
        if (!detail) return sendRefusal(reply, refuse('NOT_FOUND'));
        const appointments = await selectAppointmentsNear(db, deps.clock());
        return reply
          .type('text/calendar; charset=utf-8')
          .send(staffCalendarFileOf(appointments, detail, config.site_url));
      }
      const bookings = await selectCalendarBookings(db, user_id);
      return reply
        .type('text/calendar; charset=utf-8')
        .send(calendarFileOf(bookings.map(withJoinUrl(config)), config));
    },
  });
}
