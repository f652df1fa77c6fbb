import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/settings.calls.ts';
import * as schemas from '#contract/settings.schemas.ts';
import type { Actor } from '../agenda/run-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import { deleteStaffFeed, selectStaffFeed, upsertStaffFeed } from './feed-store.ts';
import { readSettings } from './read-settings.ts';
import { changeMailLine, changeSetting, previewMail, sendTestMail } from './write-settings.ts';

/** What the practitioner sets for the practice, and their own calendar feed (rules.md §9). */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;
  const isAllowed = (request: FastifyRequest, { id }: StaffMember) =>
    deps.limits.allow('staff-write', { ip: request.ip, account: id });
  const actorOf = ({ id }: StaffMember): Actor => ({ staff_id: id, via: 'WEB' });

  route(app, deps, calls.staffSettings, schemas.staffSettings, async ({ request, reply }) =>
    sendTagged(request, reply, schemas.staffSettings, await readSettings(db)),
  );

  route(
    app,
    deps,
    calls.staffChangeSetting,
    schemas.staffChangeSetting,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      return await changeSetting(deps, { actor: actorOf(staff), name: params.name, ...body }, now);
    },
  );

  route(
    app,
    deps,
    calls.staffChangeMailLine,
    schemas.staffChangeMailLine,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      return await changeMailLine(deps, { actor: actorOf(staff), kind: params.kind, ...body }, now);
    },
  );

  route(app, deps, calls.staffPreviewMail, schemas.staffPreviewMail, async ({ params, body, now }) =>
    previewMail(db, { kind: params.kind, text: body.text, site_url: config.site_url }, now),
  );

  route(
    app,
    deps,
    calls.staffTestMail,
    schemas.staffTestMail,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const test = { actor: actorOf(staff), kind: params.kind, to: staff.email, ...body };
      const answer = await sendTestMail(deps, test, now);
      deliverSoon(deps);
      return answer;
    },
  );

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
    async ({ body: { detail }, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
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

  route(app, deps, calls.staffRevokeCalendarFeed, schemas.staffRevokeCalendarFeed, async ({ staff }) => {
    await deleteStaffFeed(db, staff.id);
  });
}
