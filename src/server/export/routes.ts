import type { FastifyInstance } from 'fastify';
import { localDateOf } from '#domain/zone.ts';
import * as calls from '#contract/export.calls.ts';
import { practice } from '#content/public/practice.ts';
import { audit } from '../audit.ts';
import type { UserRow } from '../auth/find-login.ts';
import { presentBookings } from '../bookings/present-booking.ts';
import { selectClientBookings } from '../bookings/store.ts';
import { calendarFileOf } from '../calendar/calendar-file.ts';
import { selectCalendarBookings } from '../calendar/store.ts';
import type { Deps } from '../deps.ts';
import { presentCompleted } from '../forms/present-form.ts';
import { selectSubmissions } from '../forms/store.ts';
import { sendRefusal } from '../http/errors.ts';
import { Refusal, refuse } from '../refusal.ts';
import { guard } from '../route.ts';
import { presentUser } from '../users/present-user.ts';
import { zipOfMyData } from './my-data.ts';

/** Settings: "Download my data". */
export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  const call = calls.downloadMyData;
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    schema: {
      security: [{ login: [] }],
      tags: ['signed in'],
      summary: 'All that the practice keeps about the client (application/zip)',
    },
    handler: async (request, reply) => {
      const admitted = await guard(request, deps, call.access);
      if (admitted instanceof Refusal) return sendRefusal(reply, admitted);
      const { user } = admitted;
      if (!(await deps.limits.allow('write-health', { ip: request.ip, account: user.id })))
        return sendRefusal(reply, refuse('LimitExceededException'));
      const now = deps.clock();
      const zip = await collect(deps, user, now);
      const name = `my-data-${localDateOf(now, practice.zone)}.zip`;
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
    },
  });
}

async function collect(deps: Deps, user: UserRow, now: Date): Promise<Uint8Array> {
  const { db, keyring, config, photos } = deps;
  const rows = await selectClientBookings(db, user.id, now);
  const submissions = await selectSubmissions(db, user.id);
  const key = await keyring.keyOf(db, user.id, now);
  const photo = user.photo_key && photos.local ? await photos.local.read(user.photo_key) : null;
  await audit(db, { actor: 'client', user_id: user.id, action: 'data.download' }, now);
  return zipOfMyData({
    user: presentUser(user, photos),
    photo,
    bookings: await presentBookings(db, keyring, user.id, rows, now),
    forms: submissions.map((row) => presentCompleted(row, key)),
    calendar: calendarFileOf(await selectCalendarBookings(db, user.id), { site_url: config.site_url }),
    made_at: now,
  });
}
