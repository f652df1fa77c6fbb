import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id with the parameters that OWASP recommends (rules.md §2); the library defaults to argon2id. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

/** A hash takes 19 MB and about 20 ms of a core; two at once leave capacity for other requests. */
const AT_ONCE = 2;
/** A longer queue would mean waiting for seconds. */
const IN_LINE = 100;

/** Too many passwords are being checked; the caller should retry later. */
export class HasherBusy extends Error {}

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** With null it spends the same time on a hash that never matches and returns false. @throws HasherBusy */
  verify(password_hash: string | null, password: string): Promise<boolean>;
};

/** Hashes and verifies passwords, a few at once. Throws HasherBusy if the queue is full. */
export function createPasswordHasher(options: Options = ARGON2): PasswordHasher {
  const inTurn = queue();
  let nobody: Promise<string> | undefined;
  // Two keyboards may encode the same letter differently.
  const plain = (password: string) => password.normalize('NFKC');
  return {
    hash: (password) => inTurn(() => hash(plain(password), options)),
    verify: async (password_hash, password) => {
      nobody ??= hash('nobody has this password', options);
      const against = password_hash ?? (await nobody);
      const same = await inTurn(() => verify(against, plain(password)));
      return password_hash !== null && same;
    },
  };
}

function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= IN_LINE) throw new HasherBusy('Too many passwords at once');
      await new Promise<void>((start) => waiting.push(start));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Hands the slot over directly, so that no other call can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
