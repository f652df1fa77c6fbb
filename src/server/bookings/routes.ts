import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/bookings.schemas.ts';
import { calendarFileOf, isInCalendar } from '../feeds/calendar-file.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { streamOf } from '../http/json-pieces.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { admitted, route } from '../http/route.ts';
import { withJoinUrl } from '../sessions/join-link.ts';
import { isUuid } from '../runtime/uuid.ts';
import { listBookingsJson } from './list-bookings.ts';
import { readStatement } from './read-statement.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import { saveNote } from './save-note.ts';
import { shareNotes } from './share-notes.ts';
import { selectOwnBooking } from './store.ts';

/** A client's bookings, their notes on them, and each as a calendar file (rules.md §7). */
export function bookingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring, config } = deps;

  const lists = oneAtATime();
  route(app, deps, calls.getUserBookings, schemas.getUserBookings, async ({ query, user, now, reply }) => {
    if (query.id !== undefined && query.id !== user.id) return refuse('FORBIDDEN');
    const leave = await lists.enter(user.id);
    if (leave === null) return refuse('LimitExceededException');
    // The stream ends, or is destroyed when the client goes away: both close it.
    const list = streamOf(listBookingsJson(deps, user.id, now)).once('close', leave);
    return reply.type('application/json; charset=utf-8').send(list);
  });

  route(
    app,
    deps,
    calls.updateUserNotes,
    schemas.updateUserNotes,
    async ({ query, body, user, now, reply }) => {
      const { notes, base_updated_at } = body;
      const note = { user_id: user.id, booking_id: query.id, notes, base_updated_at };
      const saved = await saveNote(db, keyring, note, now);
      if (saved instanceof Refusal) return saved;
      // Sent without the answer's schema, which would copy up to 20,000 operations again.
      return reply.send({ message: 'Notes saved', ...saved });
    },
  );

  route(app, deps, calls.shareNotes, schemas.shareNotes, ({ body, user, now }) =>
    shareNotes(db, { user_id: user.id, booking_id: body.id, shared: body.shared }, now),
  );

  route(app, deps, calls.getStatement, schemas.getStatement, ({ user, now }) =>
    readStatement(db, { user_id: user.id, sees: 'ALL' }, now),
  );

  app.route({
    method: calls.bookingCalendar.method,
    url: calls.bookingCalendar.path,
    config: { call: calls.bookingCalendar },
    schema: describeRoute({
      tag: 'signed in',
      summary: 'A booking as a calendar file',
      access: calls.bookingCalendar.access,
      media: 'text/calendar',
      query: schemas.bookingCalendar.query,
    }),
    // A malformed id is answered like a missing booking.
    validatorCompiler: () => () => true,
    handler: async (request, reply) => {
      const booking = await admitted(request, deps, calls.bookingCalendar, async ({ user }) => {
        const { id = '' } = request.query as { id?: string };
        const own = isUuid(id) ? await selectOwnBooking(db, user.id, id) : undefined;
        return own && isInCalendar(own.status) ? own : refuse('BOOKING_NOT_FOUND');
      });
      if (booking instanceof Refusal) return sendRefusal(reply, booking);
      return reply
        .type('text/calendar; charset=utf-8; method=PUBLISH')
        .header('content-disposition', 'attachment; filename="appointment.ics"')
        .send(calendarFileOf([withJoinUrl(config)(booking)], config));
    },
  });
}
