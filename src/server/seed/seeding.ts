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
  /** Whether to seed demo clients and seats held by nameless people; only in the sandbox. */
  samples: boolean;
  /** Whether named clients also have sessions around today, for the staff area. Tests of slots go without. */
  with_agenda?: boolean;
};
