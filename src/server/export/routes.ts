import type { FastifyInstance } from 'fastify';
import { localDateOf } from '#domain/zone.ts';
import * as calls from '#contract/export.calls.ts';
import { practice } from '#content/public/practice.ts';
import { audit } from '../runtime/audit.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { hasDocuments, readDocuments } from '../bookings/read-documents.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import { presentBooking } from '../bookings/present-booking.ts';
import { type BookingRow, selectClientBookings } from '../bookings/store.ts';
import { calendarFileOf } from '../calendar/calendar-file.ts';
import { selectCalendarBookings } from '../calendar/store.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { readSubmissions } from '../forms/read-submissions.ts';
import { presentCompleted } from '../forms/present-form.ts';
import { selectSubmissions } from '../forms/store.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { guard } from '../http/route.ts';
import { presentUser } from '../users/present-user.ts';
import { EXPORT_LIMITS, type ZipFile, zipInWorker } from './zip-in-worker.ts';
import type { SentPage, ZipStart } from './zip-worker.ts';

/** Sealed size limit of one export, so that the worker fits next to the site on the smallest machine. */
const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** "Download my data" in the settings. One export at a time per process and per client. */
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
      // It counts as running until its last byte is read, so that slow readers also have one per client.
      const end = () => underWay.delete(user.id);
      const now = deps.clock();
      const zip = await zipOf(user, now).catch((error: unknown) => {
        end();
        throw error;
      });
      if (zip instanceof Refusal) {
        end();
        return sendRefusal(reply, zip);
      }
      zip.stream.once('close', end);
      return reply
        .type('application/zip')
        .header(
          'content-disposition',
          `attachment; filename="my-data-${localDateOf(now, practice.zone)}.zip"`,
        )
        .header('content-length', zip.bytes)
        .send(zip.stream);
    },
  });

  async function zipOf(user: UserRow, now: Date): Promise<ZipFile | Refusal> {
    const leave = await oneInThisProcess.enter('export');
    if (leave === null) return refuse('EXPORT_FAILED');
    try {
      const rows = await selectClientBookings(deps.db, user.id, now);
      if (rows.reduce((sum, { documents_bytes }) => sum + documents_bytes, 0) > MOST_DOCUMENT_BYTES)
        return refuse('EXPORT_TOO_LARGE');
      const start = await startOf(user, rows, now);
      return await zipInWorker(start, sentPages(user.id, rows), workerLimits);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error({ err: error, account: user.id }, 'An export failed');
      return refuse('EXPORT_FAILED');
    } finally {
      leave();
    }
  }

  async function startOf(user: UserRow, rows: readonly BookingRow[], now: Date): Promise<ZipStart> {
    const { db, config, keyring, photos } = deps;
    const photo = user.photo_key && photos.local ? await photos.local.read(user.photo_key) : null;
    await audit(db, { actor: 'client', user_id: user.id, action: 'data.download' }, now);
    if (hasDocuments(rows)) await audit(db, { actor: 'client', user_id: user.id, action: 'notes.read' }, now);
    return {
      user: presentUser(user, photos),
      photo,
      calendar: calendarFileOf(await selectCalendarBookings(db, user.id), { site_url: config.site_url }),
      made_at: now,
      secret: (await keyring.keyOf(db, user.id, now)).secret,
    };
  }

  /** Sealed data: the worker opens it, so that the event loop is not blocked. */
  async function* sentPages(user_id: string, rows: readonly BookingRow[]): AsyncGenerator<SentPage> {
    const { db } = deps;
    for await (const batch of readDocuments(db, rows))
      yield { bookings: batch.map(({ row, documents }) => ({ ...presentBooking(row), documents })) };
    for await (const batch of readSubmissions(db, await selectSubmissions(db, user_id)))
      yield {
        forms: batch.map(({ row, answers }) => ({ id: row.id, facts: presentCompleted(row), answers })),
      };
  }
}
