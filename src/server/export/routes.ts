import type { FastifyInstance, FastifyReply } from 'fastify';
import { localDateOf } from '#domain/zone.ts';
import * as calls from '#contract/export.calls.ts';
import { practice } from '#content/public/practice.ts';
import { audit } from '../audit.ts';
import type { UserRow } from '../auth/find-login.ts';
import { openDocuments } from '../bookings/documents.ts';
import { oneAtATime } from '../bookings/one-at-a-time.ts';
import { presentBooking } from '../bookings/present-booking.ts';
import { type BookingRow, selectClientBookings } from '../bookings/store.ts';
import { calendarFileOf } from '../calendar/calendar-file.ts';
import { selectCalendarBookings } from '../calendar/store.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { presentCompleted } from '../forms/present-form.ts';
import { selectSubmissions } from '../forms/store.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { Refusal, refuse } from '../refusal.ts';
import { guard } from '../route.ts';
import { presentUser } from '../users/present-user.ts';
import type { ExportedBooking } from './my-data.ts';
import { EXPORT_LIMITS, zipInWorker } from './zip-in-worker.ts';
import type { ZipStart } from './zip-worker.ts';

/** Of one export, sealed: what the worker makes of it fits beside the site on the smallest machine. */
const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** Settings: "Download my data". One export at a time in a process, and one of each client. */
export function exportRoutes(app: FastifyInstance, deps: Deps, workerLimits = EXPORT_LIMITS): void {
  const call = calls.downloadMyData;
  const oneInThisProcess = oneAtATime();
  const underWay = new Set<string>();
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    schema: describeRoute({
      tag: 'signed in',
      summary: 'All that the practice keeps about the client',
      access: call.access,
      media: 'application/zip',
    }),
    handler: async (request, reply) => {
      const admitted = await guard(request, deps, call.access);
      if (admitted instanceof Refusal) return sendRefusal(reply, admitted);
      const { user } = admitted;
      if (!(await deps.limits.allow('write-health', { ip: request.ip, account: user.id })))
        return sendRefusal(reply, refuse('LimitExceededException'));
      if (underWay.has(user.id)) return sendRefusal(reply, refuse('LimitExceededException'));
      underWay.add(user.id);
      try {
        const leave = await oneInThisProcess.enter('export');
        if (leave === null) return sendRefusal(reply, refuse('EXPORT_FAILED'));
        try {
          return await sendZip(reply, user);
        } finally {
          leave();
        }
      } finally {
        underWay.delete(user.id);
      }
    },
  });

  async function sendZip(reply: FastifyReply, user: UserRow): Promise<FastifyReply> {
    const now = deps.clock();
    const rows = await selectClientBookings(deps.db, user.id, now);
    if (rows.reduce((sum, { documents_bytes }) => sum + documents_bytes, 0) > MOST_DOCUMENT_BYTES)
      return sendRefusal(reply, refuse('EXPORT_TOO_LARGE'));
    let zip: Uint8Array;
    try {
      zip = await zipInWorker(await startOf(user, now), exportedPages(user, rows, now), workerLimits);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error({ err: error, account: user.id }, 'An export came to no end');
      return sendRefusal(reply, refuse('EXPORT_FAILED'));
    }
    const name = `my-data-${localDateOf(now, practice.zone)}.zip`;
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
  }

  async function startOf(user: UserRow, now: Date): Promise<ZipStart> {
    const { db, keyring, config, photos } = deps;
    const submissions = await selectSubmissions(db, user.id);
    const key = await keyring.keyOf(db, user.id, now);
    const photo = user.photo_key && photos.local ? await photos.local.read(user.photo_key) : null;
    await audit(db, { actor: 'client', user_id: user.id, action: 'data.download' }, now);
    return {
      user: presentUser(user, photos),
      photo,
      forms: submissions.map((row) => presentCompleted(row, key)),
      calendar: calendarFileOf(await selectCalendarBookings(db, user.id), { site_url: config.site_url }),
      made_at: now,
    };
  }

  async function* exportedPages(
    user: UserRow,
    rows: readonly BookingRow[],
    now: Date,
  ): AsyncGenerator<ExportedBooking[]> {
    const reading = { user_id: user.id, action: 'notes.read' };
    for await (const page of openDocuments(deps.db, deps.keyring, reading, rows, now))
      yield page.map(({ row, documents }) => ({ ...presentBooking(row), ...documents }));
  }
}
