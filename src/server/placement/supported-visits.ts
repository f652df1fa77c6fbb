import { practice } from '#content/public/practice.ts';
import { monthAfter } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { readSetting } from '../runtime/settings-store.ts';
import { countSupported } from './store.ts';

const { zone } = practice;

/** Reads how many supported visits staff may give in a month. */
export const readSupportedAMonth = async (db: Db): Promise<number> =>
  (await readSetting(db, 'policies')).supported_visits;

/** A month as one number, which is also the key of its lock. */
export function monthOf(start: Date): number {
  const [year, month] = localDateOf(start, zone).split('-').map(Number) as [number, number];
  return year * 12 + month - 1;
}

/** Counts the supported visits that are given in a month. */
async function readGiven(db: Db, month: number): Promise<number> {
  const given = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  const [from, to] = [given, monthAfter(given)].map((each) => startOfDay(`${each}-01`, zone)) as [Date, Date];
  return await countSupported(db, { from, to });
}

/** Reads how many supported visits are given in a month, and how many there are. */
export async function readSupported(db: Db, month: number): Promise<{ given: number; of: number }> {
  const [given, of] = await Promise.all([readGiven(db, month), readSupportedAMonth(db)]);
  return { given, of };
}

/** True if these visits are more than their months have left. The transaction must hold the locks of the months. */
export async function exceedsSupported(db: Db, starts: readonly Date[]): Promise<boolean> {
  const most = await readSupportedAMonth(db);
  for (const [month, visits] of Map.groupBy(starts, monthOf))
    if ((await readGiven(db, month)) + visits.length > most) return true;
  return false;
}

export const SUPPORTED_LIMIT = 'SUPPORTED_LIMIT';

export function supportedWarning(most: number) {
  return { code: SUPPORTED_LIMIT, text: `That’s more than ${most} this month.` } as const;
}
