import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id as OWASP advises (rules.md §2). Algorithm argon2id is the library's default. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

/** A hash takes 19 MB and a core for some 20 ms: two at once leave room for everything else. */
const AT_ONCE = 2;
/** More than this in line would wait for seconds. */
const IN_LINE = 100;

/** Too many passwords are being checked already; the caller should try again later. */
export class HasherBusy extends Error {}

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** With null, spends the same time on a hash that nothing matches and says no. @throws HasherBusy */
  verify(password_hash: string | null, password: string): Promise<boolean>;
};

/** Hashes and compares passwords, a few at once; who would have to wait too long gets HasherBusy. */
export function createPasswordHasher(options: Options = ARGON2): PasswordHasher {
  const inTurn = queue();
  let nobody: Promise<string> | undefined;
  // Two keyboards may write one letter in two ways.
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
      // The place is handed on, so that nobody can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
