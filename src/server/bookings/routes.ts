import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/bookings.calls.ts';
import * as schemas from '#contract/bookings.schemas.ts';
import { calendarFileOf, isInCalendar } from '../calendar/calendar-file.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { streamOf } from '../http/json-pieces.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { guard, route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { listBookingsJson } from './list-bookings.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import { saveNote } from './save-note.ts';
import { shareNotes } from './share-notes.ts';
import { selectOwnBooking } from './store.ts';

/** A client's bookings, their notes on them, and each as a calendar file (rules.md §7). */
export function bookingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring, config, limits } = deps;

  const lists = oneAtATime();
  route(
    app,
    deps,
    calls.getUserBookings,
    schemas.getUserBookings,
    async ({ query, user, now, request, reply }) => {
      if (query.id !== undefined && query.id !== user.id) return refuse('FORBIDDEN');
      if (!(await limits.allow('read-bookings', { ip: request.ip, account: user.id })))
        return refuse('LimitExceededException');
      const leave = await lists.enter(user.id);
      if (leave === null) return refuse('LimitExceededException');
      // The stream ends, or is destroyed when the client goes away: both close it.
      const list = streamOf(listBookingsJson(db, keyring, user.id, now)).once('close', leave);
      return reply.type('application/json; charset=utf-8').send(list);
    },
  );

  route(
    app,
    deps,
    calls.updateUserNotes,
    schemas.updateUserNotes,
    async ({ query, body, user, now, request, reply }) => {
      if (!(await limits.allow('write-health', { ip: request.ip, account: user.id })))
        return refuse('LimitExceededException');
      const { notes, base_updated_at } = body;
      const note = { user_id: user.id, booking_id: query.id, notes, base_updated_at };
      const saved = await saveNote(db, keyring, note, now);
      if (saved instanceof Refusal) return saved;
      // Sent without the answer's schema, which would copy up to 20,000 operations again.
      return reply.send({ message: 'Notes saved', ...saved });
    },
  );

  route(app, deps, calls.shareNotes, schemas.shareNotes, async ({ body, user, now, request }) =>
    (await limits.allow('write-health', { ip: request.ip, account: user.id }))
      ? await shareNotes(db, { user_id: user.id, booking_id: body.id, shared: body.shared }, now)
      : refuse('LimitExceededException'),
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
      const admitted = await guard(request, deps, calls.bookingCalendar.access);
      if (admitted instanceof Refusal) return sendRefusal(reply, admitted);
      const { id = '' } = request.query as { id?: string };
      const booking = isUuid(id) ? await selectOwnBooking(db, admitted.user.id, id) : undefined;
      if (!booking || !isInCalendar(booking.status)) return sendRefusal(reply, refuse('BOOKING_NOT_FOUND'));
      return reply
        .type('text/calendar; charset=utf-8; method=PUBLISH')
        .header('content-disposition', 'attachment; filename="appointment.ics"')
        .send(calendarFileOf([booking], { site_url: config.site_url }));
    },
  });
}
