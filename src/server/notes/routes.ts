import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as fileSchemas from '#contract/client-file.schemas.ts';
import * as schemas from '#contract/notes.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { streamOf } from '../http/json-pieces.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { actorOf } from '../runtime/staff-actions.ts';
import { draftKeyOf } from '../staff/unlock.ts';
import { readClientFile } from './client-file.ts';
import { savePinnedNote } from './pinned-note.ts';
import { readNotesOfVisit } from './read-notes.ts';
import { publishRecommendation, saveRecommendation, withdrawRecommendation } from './recommendation.ts';
import { searchNotes } from './search-notes.ts';
import { addToSessionNote, saveSessionNote, signSessionNote } from './session-note.ts';

/** What staff write about a client's visits, for themselves and for the client; all of it health data (rules.md §9). */
export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring, config } = deps;
  const sealed = { db, keyring, site_url: config.site_url };

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
    calls.staffClientFile,
    fileSchemas.staffClientFile,
    async ({ params, query, session, staff, now, reply }) => {
      const reader = { staff_id: staff.id, session_id: session.id };
      const draft_key = draftKeyOf(config.app_secret, session.id);
      const file = await readClientFile(sealed, { user_id: params.id, ...query, reader, draft_key }, now);
      if (file instanceof Refusal) return file;
      return reply.type('application/json; charset=utf-8').send(streamOf(file));
    },
  );

  route(app, deps, calls.staffSaveSessionNote, schemas.staffSaveSessionNote, ({ params, body, staff, now }) =>
    saveSessionNote(sealed, { ...params, ...body, actor: actorOf(staff) }, now),
  );

  staffAction(app, deps, calls.staffSearchNotes, schemas.staffSearchNotes, searchNotes(sealed));
  staffAction(app, deps, calls.staffSignSessionNote, schemas.staffSignSessionNote, signSessionNote(sealed));
  staffAction(
    app,
    deps,
    calls.staffAddToSessionNote,
    schemas.staffAddToSessionNote,
    addToSessionNote(sealed),
  );

  route(app, deps, calls.staffSavePinnedNote, schemas.staffSavePinnedNote, ({ params, body, staff, now }) =>
    savePinnedNote(sealed, { user_id: params.id, ...body, actor: actorOf(staff) }, now),
  );

  route(
    app,
    deps,
    calls.staffSaveRecommendation,
    schemas.staffSaveRecommendation,
    ({ params, body, staff, now }) =>
      saveRecommendation(sealed, { booking_id: params.id, ...body, actor: actorOf(staff) }, now),
  );

  const { staffPublishRecommendation, staffWithdrawRecommendation } = schemas;
  const publish = publishRecommendation(sealed);
  staffAction(app, deps, calls.staffPublishRecommendation, staffPublishRecommendation, publish);
  const withdraw = withdrawRecommendation(sealed);
  staffAction(app, deps, calls.staffWithdrawRecommendation, staffWithdrawRecommendation, withdraw);
}
