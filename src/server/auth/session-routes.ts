import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/sessions.schemas.ts';
import { clearSessionCookies } from '../sessions/cookies.ts';
import { deleteSession, deleteSessionsOfAccount, selectSessions } from '../sessions/session-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';

/** The sessions of a client: list them, end one or all (rules.md §2). */
export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  route(app, deps, calls.getSessions, schemas.getSessions, async ({ session, now }) => {
    const sessions = await selectSessions(db, session.account_id, now);
    return {
      sessions: sessions.map(({ id, browser, created_at, last_active_at }) => ({
        id,
        browser,
        signed_in_at: created_at.toISOString(),
        last_active_at: last_active_at.toISOString(),
        is_current: id === session.id,
      })),
    };
  });

  route(app, deps, calls.endSession, schemas.endSession, async ({ query: { id }, session, reply }) => {
    const ended = isUuid(id) && (await deleteSession(db, { id, account_id: session.account_id }));
    if (!ended) return refuse('SESSION_NOT_FOUND');
    if (id.toLowerCase() === session.id) clearSessionCookies(reply, config);
    return { message: 'This browser has been signed out.' };
  });

  route(app, deps, calls.signOutEverywhere, schemas.signOutEverywhere, async ({ session, reply }) => {
    await deleteSessionsOfAccount(db, session.account_id);
    clearSessionCookies(reply, config);
  });
}
