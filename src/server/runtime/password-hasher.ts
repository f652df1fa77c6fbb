import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id with the parameters that OWASP recommends (rules.md §2); the library defaults to argon2id. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

/** A hash takes 19 MB and about 20 ms of a core; two at once leave capacity for other requests. */
const AT_ONCE = 2;
/** Strangers share one line; a longer one would mean waiting for seconds. */
const STRANGERS = '';
const STRANGERS_IN_LINE = 100;
/** Whoever has proved something has a line of their own. */
const PROVED_IN_LINE = 4;

/** Too many passwords are being checked; the caller should retry later. Nothing was decided, so nothing is counted. */
export class HasherBusy extends Error {}

/**
 * `by` is what the caller has proved: a known browser, a link, a session. Null for strangers, whose crowd must not keep
 * anybody else waiting.
 */
export type PasswordHasher = {
  /** @throws HasherBusy */
  hash(password: string, by: string | null): Promise<string>;
  /** With null it spends the same time on a hash that never matches and returns false. @throws HasherBusy */
  verify(password_hash: string | null, password: string, by: string | null): Promise<boolean>;
};

/** Hashes and verifies passwords, a few at once. Throws HasherBusy if the caller's line is full. */
export function createPasswordHasher(options: Options = ARGON2): PasswordHasher {
  const inTurn = linesInTurn();
  let decoy: Promise<string> | undefined;
  // Two keyboards may encode the same letter differently.
  const plain = (password: string) => password.normalize('NFKC');
  return {
    hash: (password, by) => inTurn(by, () => hash(plain(password), options)),
    verify: async (password_hash, password, by) => {
      decoy ??= hash('nobody has this password', options);
      const against = password_hash ?? (await decoy);
      const same = await inTurn(by, () => verify(against, plain(password)));
      return password_hash !== null && same;
    },
  };
}

/** Serves the lines in turn, one caller of each. */
function linesInTurn(): <T>(by: string | null, work: () => Promise<T>) => Promise<T> {
  let running = 0;
  // In the order of their turns.
  const lines = new Map<string, (() => void)[]>();
  const wait = async (key: string) => {
    const line = lines.get(key) ?? [];
    if (line.length >= (key === STRANGERS ? STRANGERS_IN_LINE : PROVED_IN_LINE))
      throw new HasherBusy('Too many passwords at once');
    lines.set(key, line);
    await new Promise<void>((start) => line.push(start));
  };
  const next = (): (() => void) | undefined => {
    const [first] = lines;
    if (!first) return undefined;
    const [key, line] = first;
    const start = line.shift();
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
    return start;
  };
  return async (by, work) => {
    if (running >= AT_ONCE) await wait(by ?? STRANGERS);
    else running += 1;
    try {
      return await work();
    } finally {
      // Hands the slot over directly, so that no other call can take it in between.
      const start = next();
      if (start) start();
      else running -= 1;
    }
  };
}
