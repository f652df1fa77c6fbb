/** A post's publish date is a calendar date; its time of day only orders posts (product.md §2.23, §3.12). */
import { isLocalDate } from '#domain/time/calendar.ts';
import { formatCalendarDate } from '#domain/time/date-formats.ts';

/** A post with this date counts as the oldest (product.md §3.12.2). */
export const NO_PUBLISH_DATE = '0000-00-00 00:00:00';

/**
 * Parses 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss' or an ISO instant to epoch ms, for ordering. Returns -Infinity for
 * anything else, so that such a post is the oldest.
 */
export function publishTime(publish_date: string | null | undefined): number {
  const text = (publish_date ?? '').trim();
  if (!isLocalDate(text.slice(0, 10))) return -Infinity;
  const iso = text.replace(' ', 'T');
  const ms = Date.parse(iso.length > 10 && !/(?:z|[+-]\d{2}:?\d{2})$/i.test(iso) ? `${iso}Z` : iso);
  return Number.isNaN(ms) ? -Infinity : ms;
}

/** Formats the date as 'Jan 5, 2026' (product.md §9.6); no time zone shifts it. Returns '' if there is no date. */
export function formatPublishDate(publish_date: string | null | undefined): string {
  const date = (publish_date ?? '').trim().slice(0, 10);
  return isLocalDate(date) ? formatCalendarDate(date) : '';
}

/** Sorts posts by publish date, newest first. */
export function newestPostsFirst<P extends { publish_date: string | null }>(posts: readonly P[]): P[] {
  return [...posts].sort((a, b) => {
    const [x, y] = [publishTime(a.publish_date), publishTime(b.publish_date)];
    return x === y ? 0 : y - x;
  });
}
