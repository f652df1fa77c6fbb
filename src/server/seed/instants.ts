import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { dateOf } from '#content/seed/dates.ts';
import type { DateRef } from '#content/seed/types.ts';
import type { Seeding } from './seeding.ts';

/** The instant of a relative date and a wall time; a time in the spring gap becomes the next whole hour. */
export function momentOf(seeding: Seeding, ref: DateRef, time: string): Date {
  return momentOn(seeding, dateOf(ref, seeding.today), time);
}

export function momentOn(seeding: Seeding, date: string, time: string): Date {
  const minutes = parseTime(time);
  if (minutes === null) throw new Error(`No time of day: ${time}`);
  const moment = instantOf(date, minutes, seeding.zone) ?? instantOf(date, minutes + 60, seeding.zone);
  if (!moment) throw new Error(`No such moment: ${date} ${time}`);
  return moment;
}
