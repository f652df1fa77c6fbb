import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { localDateOf } from '#domain/time/zone.ts';
import type { Call, SentFile } from '#contract/call.ts';
import { downloadMyData } from '#contract/client.calls.ts';
import { staffExportClient, staffExportEverything } from '#contract/staff.calls.ts';
import * as schemas from '#contract/clients.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { persistently } from '../db/persistently.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { streamOf } from '../http/json-pieces.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { admitBeforeReading, admitted, sendUnlock } from '../http/route.ts';
import { unawaited } from '../runtime/unawaited.ts';
import { isUuid } from '../runtime/uuid.ts';
import {
  type StaffMember,
  staffTokenOf,
  stayUnlocked,
  type UnlockedSession,
} from '../sessions/staff-session.ts';
import { selectRecordById } from '../users/store.ts';
import { everythingAsZip } from './everything.ts';
import { endTurn, isOwner, takeTurn } from './everything-store.ts';
import { createExporter } from './export-record.ts';
import { EXPORT_LIMITS, type ZipFile } from './zip-in-worker.ts';

type Found = { session: UnlockedSession; staff: StaffMember };

/** "Download my data" in the settings of a client, the same for staff, one at a time for each, and everything for an owner. */
export function exportRoutes(app: FastifyInstance, deps: Deps, workerLimits = EXPORT_LIMITS): void {
  const exportRecord = createExporter(deps, workerLimits);
  const underWay = new Set<string>();

  /** It counts as running until its last byte is read, so that slow readers also have one each. */
  async function sendOnce(
    reply: FastifyReply,
    reader: string,
    name: string,
    make: () => Promise<ZipFile | Refusal>,
  ): Promise<FastifyReply | Refusal> {
    if (underWay.has(reader)) return refuse('LimitExceededException');
    underWay.add(reader);
    const end = () => underWay.delete(reader);
    const zip = await make().catch((error: unknown) => {
      end();
      throw error;
    });
    if (zip instanceof Refusal) {
      end();
      return zip;
    }
    zip.stream.once('close', end);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}.zip"`)
      .header('content-length', zip.bytes)
      .send(zip.stream);
  }

  app.route({
    method: downloadMyData.method,
    url: downloadMyData.path,
    config: { call: downloadMyData },
    schema: describeRoute({
      tag: 'signed in',
      summary: 'All that the practice keeps about the client',
      access: downloadMyData.access,
      media: 'application/zip',
    }),
    handler: async (request, reply) => {
      const sent = await admitted(request, deps, downloadMyData, async ({ user }) => {
        const now = deps.clock();
        const name = `my-data-${localDateOf(now, practice.zone)}`;
        return await sendOnce(reply, user.id, name, () => exportRecord({ user, reader: 'CLIENT' }, now));
      });
      return sent instanceof Refusal ? sendRefusal(reply, sent) : sent;
    },
  });

  /** Binds a call of staff that answers with a zip file. A malformed id is answered like a missing client. */
  function staffZip(
    call: Call<unknown, SentFile, 'staff-unlocked'>,
    described: { summary: string; params?: z.ZodType },
    send: (found: Found, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | Refusal>,
  ): void {
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      preParsing: admitBeforeReading(deps, call),
      schema: describeRoute({ tag: 'staff', access: call.access, media: 'application/zip', ...described }),
      validatorCompiler: () => () => true,
      handler: async (request, reply) => {
        const sent = await admitted(request, deps, call, async (found) => {
          sendUnlock(request, reply, call.access, found);
          return await send(found, request, reply);
        });
        return sent instanceof Refusal ? sendRefusal(reply, sent) : sent;
      },
    });
  }

  const ofClient =
    'All that the practice keeps about a client, without the notes that the client does not share';
  staffZip(
    staffExportClient,
    { summary: ofClient, params: schemas.staffExportClient.params },
    async ({ session, staff }, request, reply) => {
      const { id } = request.params as { id: string };
      const user = isUuid(id) ? await selectRecordById(deps.db, id) : null;
      if (!user) return refuse('CLIENT_NOT_FOUND');
      const reader = { staff_id: staff.id, session_id: session.id };
      const now = deps.clock();
      const name = `client-${localDateOf(now, practice.zone)}`;
      return await sendOnce(reply, staff.id, name, () => exportRecord({ user, reader }, now));
    },
  );

  staffZip(
    staffExportEverything,
    { summary: 'Everything that the practice keeps, made while it is read' },
    async ({ session, staff }, request, reply) => {
      if (!(await isOwner(deps.db, staff.id))) return refuse('OWNER_ONLY');
      if (!(await takeTurn(deps.db, deps.clock()))) return refuse('EXPORT_RUNNING');
      const token = staffTokenOf(request, deps.config)!;
      const mayRead = async () => (await stayUnlocked(deps.db, session, token, deps.clock())) !== null;
      const reader = { staff_id: staff.id, session_id: session.id, mayRead };
      const stream = streamOf(everythingAsZip(deps, reader, deps.clock()));
      stream.once('close', () =>
        unawaited(
          persistently(() => endTurn(deps.db)),
          () => undefined,
        ),
      );
      // A proxy must not write it to its disk.
      return reply.type('application/zip').header('x-accel-buffering', 'no').send(stream);
    },
  );
}
