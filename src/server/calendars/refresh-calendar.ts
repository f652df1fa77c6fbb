import type { Deps } from '../deps.ts';
import { inTransaction } from '../db/transactions.ts';
import { notifyPractice } from '../mail/outbox.ts';
import { calendarUnreadMail } from '../mail/templates/practice-notices.ts';
import { retryAt } from '../runtime/back-off.ts';
import { calendarAddressField } from '../runtime/keyring.ts';
import {
  type AllDayChoice,
  closingTimes,
  fetchCalendar,
  type FetchedCalendar,
  problemText,
} from './fetch-calendar.ts';
import { type CalendarRow, countTimes, reopenCopies, replaceTimes, updateCalendar } from './store.ts';
import { READ_EVERY_MS } from './write-calendars.ts';

const HOUR_MS = 60 * 60_000;
const RETRIES = { first_ms: 10 * 60_000, longest_ms: HOUR_MS };
const MAIL_AFTER_MS = 24 * HOUR_MS;
/** A server that always says "not changed" is asked for all of it again, because the days ahead move on. */
const WHOLE_EVERY_MS = 7 * 24 * HOUR_MS;
/** So many times may not shrink to a fifth without a second look. */
const DOUBTED = { from: 10, share: 1 / 5 };

type RefreshDeps = Pick<Deps, 'db' | 'keyring' | 'calendars' | 'clock' | 'config'>;

/** Reads a calendar that is due, and keeps what it says. What it said before stays as long as it cannot be read. */
export async function refreshCalendar(deps: RefreshDeps, row: CalendarRow, now: Date): Promise<void> {
  const address = deps.keyring.openOwn(calendarAddressField(row.id), row.address);
  const isWhole = row.doubted_at !== null || now.getTime() - row.whole_at.getTime() > WHOLE_EVERY_MS;
  const known = isWhole ? null : { etag: row.etag, last_modified: row.last_modified };
  const fetched = await fetchCalendar(deps, { address, known }, now);
  // A booking made during the reading has not seen what was read.
  const read_at = deps.clock();
  if (fetched.kind === 'FAILED') await recordFailure(deps, row, fetched, read_at);
  else await recordReading(deps, row, fetched, read_at);
}

async function recordReading(
  { db }: RefreshDeps,
  row: CalendarRow,
  fetched: Exclude<FetchedCalendar, { kind: 'FAILED' }>,
  now: Date,
): Promise<void> {
  const next_attempt_at = new Date(now.getTime() + READ_EVERY_MS);
  const succeeded = { read_at: now, failed_since: null, problem: null, attempts: 0, next_attempt_at };
  if (fetched.kind === 'UNCHANGED') {
    await updateCalendar(db, row.id, succeeded);
    return;
  }
  const times = closingTimes(fetched.read.times, row.all_day as AllDayChoice);
  await inTransaction(db, async (trx) => {
    const known = await countTimes(trx, row.id, now);
    const isShrunk =
      times.length === 0 ? known > 0 : known >= DOUBTED.from && times.length < known * DOUBTED.share;
    const isKept = isShrunk && row.doubted_at === null;
    const isUsed = await updateCalendar(trx, row.id, {
      ...succeeded,
      ...fetched.known,
      whole_at: now,
      doubted_at: isKept ? now : null,
      ...(isShrunk && !isKept ? { emptied_at: now } : {}),
    });
    if (!isUsed || isKept) return;
    await replaceTimes(trx, row.id, times, now);
    await reopenCopies(trx, now);
  });
}

async function recordFailure(
  { db, config }: RefreshDeps,
  { id, host, attempts, read_at, failed_since }: CalendarRow,
  { problem, retry_after_ms }: Extract<FetchedCalendar, { kind: 'FAILED' }>,
  now: Date,
): Promise<void> {
  const since = failed_since ?? now;
  const asked = new Date(now.getTime() + (retry_after_ms ?? 0));
  const usual = retryAt(RETRIES, attempts, now);
  const next_attempt_at = asked > usual ? asked : usual;
  await inTransaction(db, async (trx) => {
    const isUsed = await updateCalendar(trx, id, { failed_since: since, problem, next_attempt_at });
    if (!isUsed || now.getTime() - since.getTime() < MAIL_AFTER_MS) return;
    const mail = calendarUnreadMail({
      host,
      read_at,
      problem: problemText(problem),
      site_url: config.site_url,
    });
    const cause = `${id}:${since.toISOString()}`;
    await notifyPractice(trx, { kind: 'calendar-unread', cause, mail, clients: [] }, now);
  });
}
