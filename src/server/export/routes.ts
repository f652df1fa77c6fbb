import type { FastifyInstance, FastifyReply } from 'fastify';
import { localDateOf } from '#domain/time/zone.ts';
import { downloadMyData } from '#contract/client.calls.ts';
import { staffExportClient } from '#contract/staff.calls.ts';
import * as schemas from '#contract/clients.schemas.ts';
import { practice } from '#content/public/practice.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { admitBeforeReading, admitted, sendUnlock } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectRecordById } from '../users/store.ts';
import { createExporter } from './export-record.ts';
import { EXPORT_LIMITS, type ZipFile } from './zip-in-worker.ts';

/** "Download my data" in the settings of a client, and the same for staff. One at a time for each reader. */
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

  app.route({
    method: staffExportClient.method,
    url: staffExportClient.path,
    config: { call: staffExportClient },
    preParsing: admitBeforeReading(deps, staffExportClient),
    schema: describeRoute({
      tag: 'staff',
      summary: 'All that the practice keeps about a client, without the notes that the client does not share',
      access: staffExportClient.access,
      media: 'application/zip',
      params: schemas.staffExportClient.params,
    }),
    // A malformed id is answered like a missing client.
    validatorCompiler: () => () => true,
    handler: async (request, reply) => {
      const sent = await admitted(request, deps, staffExportClient, async (found) => {
        sendUnlock(request, reply, staffExportClient.access, found);
        const { session, staff } = found;
        const { id } = request.params as { id: string };
        const user = isUuid(id) ? await selectRecordById(deps.db, id) : null;
        if (!user) return refuse('CLIENT_NOT_FOUND');
        const reader = { staff_id: staff.id, session_id: session.id };
        const now = deps.clock();
        const name = `client-${localDateOf(now, practice.zone)}`;
        return await sendOnce(reply, staff.id, name, () => exportRecord({ user, reader }, now));
      });
      return sent instanceof Refusal ? sendRefusal(reply, sent) : sent;
    },
  });
}
