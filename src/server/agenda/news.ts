import { practice } from '#content/public/practice.ts';
import type { NewsItem, staffSeeNews } from '#contract/agenda.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { nameOr } from '#domain/people/personal.ts';
import { shortName } from '#domain/people/names.ts';
import type { Action } from '../actions/staff-action.ts';
import type { Db } from '../db/pool.ts';
import { type NewsRow, selectNews, setNewsSeen } from './news-store.ts';

/** What is older is no news. */
const NEW_DAYS = 30;
const MOST_ITEMS = 50;

/** Reads what clients did since the member has last looked, newest first, from what is recorded of it (rules.md §9). */
export async function readNews(db: Db, staff_id: string, now: Date): Promise<NewsItem[]> {
  const oldest = new Date(now.getTime() - NEW_DAYS * 86_400_000);
  const rows = await selectNews(db, { staff_id, oldest, limit: MOST_ITEMS });
  return rows.map((row) => ({
    id: `${row.kind} ${row.id} ${row.at.getTime()}`,
    at: row.at.toISOString(),
    text: textOf(row),
    path: pathOf(row),
  }));
}

function pathOf({ kind, id, user_id }: NewsRow): string {
  if (kind === 'HANDED_IN') return `/clients/${user_id}?tab=forms`;
  return kind === 'SHARED' ? `/clients/${user_id}?tab=notes` : `/bookings/${id}`;
}

/** An amount is not named: the client may have chosen it. */
function textOf({ kind, about, start_time, ...names }: NewsRow): string {
  const client = nameOr(names.user_id && shortName(names), 'A former client');
  const visit = start_time ? `${about}, ${formatDayTime(start_time, practice.zone)}` : about;
  switch (kind) {
    case 'BOOKED':
      return `${client} booked ${visit}.`;
    case 'MOVED':
      return `${client} moved ${about} to ${formatDayTime(start_time!, practice.zone)}.`;
    case 'CANCELLED':
      return `${client} cancelled ${visit}.`;
    case 'PAID':
      return `${client}’s visit is paid: ${visit}.`;
    case 'SHARED':
      return `${client} shared a note about ${visit}.`;
    case 'HANDED_IN':
      return `${client} handed in “${about}”.`;
  }
}

/** Records what a member has seen: until the newest that was shown, so that nothing which came meanwhile is missed. */
export const seeNews: Action<typeof staffSeeNews> = {
  action: 'news.see',
  work: async (trx, { actor: { staff_id }, body: { until }, now }) => {
    const at = new Date(until);
    await setNewsSeen(trx, staff_id, at < now ? at : now);
    return { object_kind: 'STAFF', object_id: staff_id };
  },
  answer: () => undefined,
};
