import type { FastifyInstance } from 'fastify';
import { practice } from '#content/public/practice.ts';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/join.schemas.ts';
import type { JoinLink } from '#contract/join.schemas.ts';
import { formatClock, formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';
import { joinOpensAt, joinStateOf } from '#domain/visits/joining.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { provesNothing, publicRoute } from '../http/route.ts';
import { bookingOfToken } from '../sessions/join-link.ts';
import { type JoinableRow, selectJoinable } from './join-store.ts';

const { zone, practitioner } = practice;

/** A client's link to an online session: what it shows, and the way to the room as it is at that moment (rules.md §7). */
export function joinRoutes(app: FastifyInstance, deps: Deps): void {
  const read = async (token: string) => {
    const id = bookingOfToken(deps.config.app_secret, token);
    return id === null ? undefined : await selectJoinable(deps.db, id);
  };

  publicRoute(
    app,
    deps,
    calls.joinLink,
    schemas.joinLink,
    async ({ params: { token } }) => {
      const found = await read(token);
      return found ? { by: token, proof: found } : refuse('JOIN_LINK_EXPIRED');
    },
    ({ proof: session, now }) => stateOf(session, now),
  );

  publicRoute(app, deps, calls.joinRoom, schemas.joinRoom, provesNothing, async ({ params, now, reply }) => {
    const found = await read(params.token);
    const room = found && joinStateOf(found, now) === 'OPEN' && found.room;
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      .redirect(room || `/join/${encodeURIComponent(params.token)}`, 303);
  });
}

const clockOf = (at: Date) => `${formatClock(at, zone)} ${zoneName(at, zone)}`;

/** Says whether a session can be joined now. */
function stateOf({ service_name: title, know, ...session }: JoinableRow, now: Date): JoinLink {
  const { start_time, end_time, room } = session;
  const when = `${formatLongDate(localDateOf(start_time, zone))}, ${formatClock(start_time, zone)} - ${clockOf(end_time)}`;
  const over = (text: string) => ({ title, when, text, can_join: false, know: '', changes_in_ms: null });
  const ahead = (text: string, until: Date) => ({
    title,
    when,
    text: room === null ? `${practitioner.first_name} will send you the link.` : text,
    can_join: false,
    know: know ?? '',
    changes_in_ms: until.getTime() - now.getTime(),
  });
  const opens_at = joinOpensAt(start_time);
  switch (joinStateOf(session, now)) {
    case 'CANCELLED':
      return over('This session was cancelled.');
    case 'ELSEWHERE':
      return over('This session no longer takes place online. Your schedule says where.');
    case 'OVER':
      return over('This session is over.');
    case 'EARLY':
      return ahead(`The link opens at ${clockOf(opens_at)}.`, opens_at);
    case 'OPEN':
      return { ...ahead('You can join now.', end_time), can_join: room !== null };
  }
}
