import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { dateOf } from '#content/seed/dates.ts';
import type { DateRef } from '#content/seed/types.ts';
import type { Keyring } from '../runtime/keyring.ts';

/** Shared by the parts of the seed: the reference day for relative dates, and the ids behind the content's keys. */
export type Seeding = {
  now: Date;
  today: string;
  zone: string;
};

export type SeedOptions = {
  keyring: Keyring;
  clock: () => Date;
  /** Hashes a password with argon2id. */
  hashPassword: (password: string) => Promise<string>;
  /** Whether to seed demo clients, and named ones who hold seats; only in the sandbox. */
  samples: boolean;
  /** Whether named clients also have sessions around today, for the staff area. Tests of slots go without. */
  with_agenda?: boolean;
};

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
