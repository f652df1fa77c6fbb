import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/sessions.calls.ts';
import * as schemas from '#contract/sessions.schemas.ts';
import { clearLoginCookies } from '../sessions/cookies.ts';
import { deleteLoginsOfAccount } from '../sessions/session-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { deleteSession, selectSessions } from '../sessions/session-list.ts';

/** The signed-in browsers of a client: see them, sign out one or all (rules.md §2). */
export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  route(app, deps, calls.getSessions, schemas.getSessions, async ({ login, now }) => {
    const sessions = await selectSessions(db, login.account_id, now);
    return {
      sessions: sessions.map(({ id, browser, created_at, last_active_at }) => ({
        id,
        browser,
        signed_in_at: created_at.toISOString(),
        last_active_at: last_active_at.toISOString(),
        is_current: id === login.login_id,
      })),
    };
  });

  route(app, deps, calls.endSession, schemas.endSession, async ({ query: { id }, login, reply }) => {
    const ended = isUuid(id) && (await deleteSession(db, { id, account_id: login.account_id }));
    if (!ended) return refuse('SESSION_NOT_FOUND');
    if (id.toLowerCase() === login.login_id) clearLoginCookies(reply, config);
    return { message: 'This browser has been signed out.' };
  });

  route(app, deps, calls.signOutEverywhere, schemas.signOutEverywhere, async ({ login, reply }) => {
    await deleteLoginsOfAccount(db, login.account_id);
    clearLoginCookies(reply, config);
  });
}
