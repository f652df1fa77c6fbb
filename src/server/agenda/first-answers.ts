import type { FastifyRequest } from 'fastify';
import { staffAttention, staffNews, staffToday } from '#contract/agenda.schemas.ts';
import { type FirstAnswers, isInFront } from '#contract/staff-page.ts';
import { staffMe } from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import { guard } from '../http/route.ts';
import { presentMe } from '../staff/present-me.ts';
import { readAttention } from './attention.ts';
import { readNews } from './news.ts';
import { readToday } from './today.ts';

/**
 * Reads what the page of the staff area brings along: the answers of the calls that its first screen would make, stripped
 * to the same schemas. Null where those calls would be refused, and on the pages in front.
 */
export async function readFirstAnswers(deps: Deps, request: FastifyRequest): Promise<FirstAnswers | null> {
  const [path, query] = request.url.split('?', 2);
  if (isInFront(path!)) return null;
  const admitted = await guard(request, deps, 'staff');
  if (admitted instanceof Refusal) return null;
  const now = deps.clock();
  const { unlocked_until } = admitted.session;
  const known: FirstAnswers = {
    me: staffMe.answer.parse(presentMe(admitted.staff, deps.config)),
    ...(unlocked_until ? { unlocked_ms: unlocked_until.getTime() - now.getTime() } : {}),
  };
  const opensToday = /^\/staff\/?$/.test(path!) && !query;
  if (!opensToday) return known;
  const [today, items, news] = await Promise.all([
    readToday(deps.db, undefined, now),
    readAttention(deps.db, now),
    readNews(deps.db, admitted.staff.id, now),
  ]);
  if (today instanceof Refusal) return known;
  return {
    ...known,
    today: staffToday.answer.parse(today),
    attention: staffAttention.answer.parse({ items }),
    news: staffNews.answer.parse({ items: news }),
  };
}
