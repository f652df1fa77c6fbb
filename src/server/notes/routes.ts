import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as fileCalls from '#contract/client-file.calls.ts';
import * as fileSchemas from '#contract/client-file.schemas.ts';
import * as calls from '#contract/notes.calls.ts';
import * as schemas from '#contract/notes.schemas.ts';
import type { Deps } from '../deps.ts';
import { streamOf } from '../http/json-pieces.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { draftKeyOf } from '../staff/unlock.ts';
import { readClientFile } from './client-file.ts';
import { savePinnedNote } from './pinned-note.ts';
import { readNotesOfVisit } from './read-notes.ts';
import { publishRecommendation, saveRecommendation, withdrawRecommendation } from './recommendation.ts';
import { addToSessionNote, saveSessionNote, signSessionNote } from './session-note.ts';

/** What staff write about a client's visits, for themselves and for the client; all of it health data (rules.md §9). */
export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring, config } = deps;
  const sealed = { db, keyring, app_secret: config.app_secret, site_url: config.site_url };
  const isAllowed = (request: FastifyRequest, { id }: StaffMember, limit: 'staff-write' | 'staff-draft') =>
    deps.limits.allow(limit, { ip: request.ip, account: id });
  const actorOf = ({ id }: StaffMember) => ({ staff_id: id, via: 'WEB' }) as const;

  route(
    app,
    deps,
    calls.staffSessionNote,
    schemas.staffSessionNote,
    async ({ params, session, staff, now, reply }) => {
      const reader = { staff_id: staff.id, session_id: session.id };
      const draft_key = draftKeyOf(config.app_secret, session.id);
      const notes = await readNotesOfVisit(sealed, { booking_id: params.id, reader, draft_key }, now);
      if (notes instanceof Refusal) return notes;
      return reply.type('application/json; charset=utf-8').send(Readable.from(notes, { objectMode: false }));
    },
  );

  route(
    app,
    deps,
    fileCalls.staffClientFile,
    fileSchemas.staffClientFile,
    async ({ params, query, session, staff, now, reply }) => {
      const reader = { staff_id: staff.id, session_id: session.id };
      const file = await readClientFile(sealed, { user_id: params.id, after: query.after, reader }, now);
      if (file instanceof Refusal) return file;
      return reply.type('application/json; charset=utf-8').send(streamOf(file));
    },
  );

  route(
    app,
    deps,
    calls.staffSaveSessionNote,
    schemas.staffSaveSessionNote,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-draft'))
        ? await saveSessionNote(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );

  route(
    app,
    deps,
    calls.staffSignSessionNote,
    schemas.staffSignSessionNote,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-write'))
        ? await signSessionNote(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );

  route(
    app,
    deps,
    calls.staffAddToSessionNote,
    schemas.staffAddToSessionNote,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-write'))
        ? await addToSessionNote(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );

  route(
    app,
    deps,
    calls.staffSavePinnedNote,
    schemas.staffSavePinnedNote,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-draft'))
        ? await savePinnedNote(sealed, { user_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );

  route(
    app,
    deps,
    calls.staffSaveRecommendation,
    schemas.staffSaveRecommendation,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-draft'))
        ? await saveRecommendation(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );

  route(
    app,
    deps,
    calls.staffPublishRecommendation,
    schemas.staffPublishRecommendation,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-write'))
        ? await publishRecommendation(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );

  route(
    app,
    deps,
    calls.staffWithdrawRecommendation,
    schemas.staffWithdrawRecommendation,
    async ({ params, body, staff, now, request }) =>
      (await isAllowed(request, staff, 'staff-write'))
        ? await withdrawRecommendation(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now)
        : refuse('LimitExceededException'),
  );
}
