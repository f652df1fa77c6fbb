import type { Keyring } from '../runtime/keyring.ts';

/** What the parts of the seed share: the day that dates are told from, and the ids behind the content's keys. */
export type Seeding = {
  now: Date;
  today: string;
  zone: string;
};

export type SeedOptions = {
  keyring: Keyring;
  clock: () => Date;
  /** argon2id, as the identity keeps it. */
  hashPassword: (password: string) => Promise<string>;
  /** Demo clients and seats held by nameless people; only in the sandbox. */
  samples: boolean;
};
