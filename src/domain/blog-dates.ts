/** A post's publish date: a calendar date; its time is not used (product.md §2.23, §3.12). */
import { isLocalDate } from '#domain/calendar.ts';
import { formatCalendarDate } from '#domain/date-formats.ts';

/** Counts as oldest (product.md §3.12.2). */
export const NO_PUBLISH_DATE = '0000-00-00 00:00:00';

/** For ordering, ms; 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss' and ISO are read; anything else is oldest. */
export function publishTime(publish_date: string | null | undefined): number {
  const text = (publish_date ?? '').trim();
  if (!isLocalDate(text.slice(0, 10))) return -Infinity;
  const iso = text.replace(' ', 'T');
  const ms = Date.parse(iso.length > 10 && !/(?:z|[+-]\d{2}:?\d{2})$/i.test(iso) ? `${iso}Z` : iso);
  return Number.isNaN(ms) ? -Infinity : ms;
}

/** en-US short month, day, year: 'Jan 5, 2026' (product.md §9.6), never shifted by a zone; '' if there is none. */
export function formatPublishDate(publish_date: string | null | undefined): string {
  const date = (publish_date ?? '').trim().slice(0, 10);
  return isLocalDate(date) ? formatCalendarDate(date) : '';
}

/** Posts by their date, newest first. */
export function newestPostsFirst<P extends { publish_date: string | null }>(posts: readonly P[]): P[] {
  return [...posts].sort((a, b) => {
    const [x, y] = [publishTime(a.publish_date), publishTime(b.publish_date)];
    return x === y ? 0 : y - x;
  });
}
