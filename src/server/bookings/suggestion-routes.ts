import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/suggestions.schemas.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { listSuggestions } from './list-suggestions.ts';
import { declineOwnSuggestion } from './suggestions-store.ts';

/** The sessions that the practitioner suggests to a client (rules.md §7). */
export function suggestionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, calls.getSuggestions, schemas.getSuggestions, async ({ user, now }) => {
    return { suggestions: await listSuggestions(db, user, now) };
  });
  route(
    app,
    deps,
    calls.declineSuggestion,
    schemas.declineSuggestion,
    async ({ body: { id }, user, now }) => {
      if (!isUuid(id) || !(await declineOwnSuggestion(db, { user_id: user.id, id }, now)))
        return refuse('NOT_FOUND');
      return { id };
    },
  );
}
