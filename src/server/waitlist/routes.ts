import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/waitlist.schemas.ts';
import { selectPayer } from '../checkout/balance-store.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { isUuid } from '../runtime/uuid.ts';
import { readCatalogueNow } from '../seats/practice-facts.ts';
import { declineOffer, takeOffer } from './answer-offer.ts';
import { joinLine } from './join.ts';
import { presentEntry, presentOffer } from './present-waitlist.ts';
import { countInLine, endEntry, selectEntries, selectOffers } from './store.ts';

/** A client's places in line, and the offers of times that became free (rules.md §10). */
export function waitlistRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  route(app, deps, calls.getWaitlist, schemas.getWaitlist, async ({ query, user }) => {
    const { service_id, place, class_start } = query;
    const [entries, offers, { services }] = await Promise.all([
      selectEntries(db, { user_id: user.id }),
      selectOffers(db, { user_id: user.id }),
      readCatalogueNow(db),
    ]);
    const isAsked = service_id !== undefined && place !== undefined && isUuid(service_id);
    const line = isAsked && { service_id, place, class_start: class_start ? new Date(class_start) : null };
    return {
      entries: entries.map((entry) => presentEntry(entry, services)),
      offers: offers.map(presentOffer),
      next_position: line ? (await countInLine(db, line)) + 1 : null,
    };
  });

  route(app, deps, calls.joinWaitlist, schemas.joinWaitlist, async ({ body, user, now }) => {
    const id = await joinLine(db, user, body, config.site_url, now);
    if (id instanceof Refusal) return id;
    deliverSoon(deps);
    const [entry] = await selectEntries(db, { id });
    if (!entry) return refuse('NOT_WAITING');
    return presentEntry(entry, (await readCatalogueNow(db)).services);
  });

  route(app, deps, calls.leaveWaitlist, schemas.leaveWaitlist, async ({ query: { id }, user, now }) => {
    if (!isUuid(id)) return refuse('NOT_WAITING');
    const offer = (await selectOffers(db, { user_id: user.id })).find(({ entry_id }) => entry_id === id);
    if (offer) {
      const declined = await declineOffer(deps, user.id, offer.id, now);
      if (declined instanceof Refusal) return declined;
    }
    const left = await inTransaction(db, (trx) => endEntry(trx, id, user.id, now));
    return left ? { id } : refuse('NOT_WAITING');
  });

  route(app, deps, calls.answerOffer, schemas.answerOffer, async ({ body, user, now }) => {
    if (body.answer === 'DECLINE') return await declineOffer(deps, user.id, body.id, now);
    const payer = await selectPayer(db, user.id);
    return payer ? await takeOffer(deps, payer, body, now) : refuse('NO_RECORD');
  });
}
