import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import type { CalendarAnswer, staffDismissAttention } from '#contract/agenda.schemas.ts';
import { type Action, staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { readAttention } from './attention.ts';
import { readNews, seeNews } from './news.ts';
import { readToday } from './today.ts';
import { upsertDismissal } from './attention-store.ts';
import { practice } from '#content/public/practice.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { dateOfDayNumber, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { readCatalogue } from '../seats/practice-facts.ts';
import { hoursOf, presentSpan, rangeOf, refuseDates } from './days.ts';
import { classesOf } from './present-classes.ts';
import { presentClosed, presentSession } from './present-session.ts';
import { selectAgenda } from './store.ts';

const { zone } = practice;

/** Reads the calendar of at most 42 days, both ends included. */
async function readCalendar(
  db: Db,
  { from, to }: { from: LocalDate; to: LocalDate },
  now: Date,
): Promise<CalendarAnswer | Refusal> {
  const today = localDateOf(now, zone);
  const refused = refuseDates({ from, to }, today);
  if (refused) return refused;
  const [first, last] = [dayNumberOf(from), dayNumberOf(to)];
  const range = rangeOf(from, to);
  const data = await selectAgenda(db, range, true, now);
  const catalogue = await readCatalogue(db, data.version);
  const hours = hoursOf(catalogue);
  const dates = Array.from({ length: last - first + 1 }, (_, n) => dateOfDayNumber(first + n));
  return {
    from,
    to,
    today,
    zone,
    sessions: data.sessions.map(presentSession),
    classes: classesOf(catalogue, data.classes, { from, to, zone }),
    time_off: presentClosed(data.closures, catalogue.busy_elsewhere, range),
    openings: dates.map((date) => ({ date, spans: hours(date).map(presentSpan) })),
    bookable_until: bookableWindow([], today).latest,
  };
}

/** Hides an item of Needs attention, until a moment or for good. */
const dismissAttention: Action<typeof staffDismissAttention> = {
  action: 'attention.dismiss',
  work: async (trx, { body: { kind, object_id, until: at }, actor, now }) => {
    const until = at ? new Date(at) : null;
    await upsertDismissal(trx, { kind, object_id, until, staff_id: actor.staff_id }, now);
    return { object_kind: 'ATTENTION', object_id, details: { kind, snoozed: until !== null } };
  },
  answer: () => undefined,
};

/** What staff read of their days, what needs attention, and what is new (rules.md §9). Answers are polled, so that they have entity tags. */
export function agendaRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffToday, schemas.staffToday, async ({ query, now, request, reply }) => {
    const answer = await readToday(deps.db, query.date, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffToday, answer);
  });

  route(app, deps, calls.staffAttention, schemas.staffAttention, async ({ now, request, reply }) =>
    sendTagged(request, reply, schemas.staffAttention, { items: await readAttention(deps.db, now) }),
  );

  route(app, deps, calls.staffNews, schemas.staffNews, async ({ staff, now, request, reply }) =>
    sendTagged(request, reply, schemas.staffNews, { items: await readNews(deps.db, staff.id, now) }),
  );
  staffAction(app, deps, calls.staffSeeNews, schemas.staffSeeNews, seeNews);

  route(app, deps, calls.staffCalendar, schemas.staffCalendar, async ({ query, now, request, reply }) => {
    const answer = await readCalendar(deps.db, query, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffCalendar, answer);
  });

  staffAction(app, deps, calls.staffDismissAttention, schemas.staffDismissAttention, dismissAttention);
}
