import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/settings.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { route } from '../http/route.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import { deleteStaffFeed, selectStaffFeed, upsertStaffFeed } from './feed-store.ts';
import { changeMailLine, changeSetting, previewMail, readSettings, sendTestMail } from './write-settings.ts';

/** What the practitioner sets for the practice, and their own calendar feed (rules.md §9). */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  route(app, deps, calls.staffSettings, schemas.staffSettings, async ({ request, reply }) =>
    sendTagged(request, reply, schemas.staffSettings, await readSettings(db)),
  );

  staffAction(app, deps, calls.staffChangeSetting, schemas.staffChangeSetting, changeSetting(deps));
  staffAction(app, deps, calls.staffChangeMailLine, schemas.staffChangeMailLine, changeMailLine(deps));

  route(app, deps, calls.staffPreviewMail, schemas.staffPreviewMail, ({ params, body, now }) =>
    previewMail(db, { kind: params.kind, text: body.text, site_url: config.site_url }, now),
  );

  staffAction(app, deps, calls.staffTestMail, schemas.staffTestMail, sendTestMail(deps));

  route(app, deps, calls.staffCalendarFeed, schemas.staffCalendarFeed, async ({ staff }) => {
    const feed = await selectStaffFeed(db, staff.id);
    return {
      detail: feed ? (feed.detail as 'BUSY' | 'INITIALS') : null,
      created_at: feed?.created_at.toISOString() ?? null,
    };
  });

  route(
    app,
    deps,
    calls.staffCreateCalendarFeed,
    schemas.staffCreateCalendarFeed,
    async ({ body: { detail }, staff, now }) => {
      const token = newToken();
      await upsertStaffFeed(db, {
        staff_id: staff.id,
        token_hash: hashToken(token),
        detail,
        created_at: now,
      });
      return { url: `${config.site_url}/calendar/${token}.ics`, created_at: now.toISOString() };
    },
  );

  route(app, deps, calls.staffRevokeCalendarFeed, schemas.staffRevokeCalendarFeed, ({ staff }) =>
    deleteStaffFeed(db, staff.id),
  );
}
