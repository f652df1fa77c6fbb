import type { Db } from '../db/pool.ts';
import type { Keyring } from '../runtime/keyring.ts';

export type AdminDeps = {
  db: Db;
  keyring: Keyring;
  now: Date;
  /** IANA name of the practice's zone. Commands read and print dates and times in it. */
  zone: string;
  /** The origin that links in mails point to. */
  site_url: string;
};
/** What to print. `ok: false` means that nothing was changed; the message says how to fix the command. */
export type Outcome = { ok: true; lines: string[] } | { ok: false; message: string };
export type Command = {
  name: string;
  /** The arguments as shown in help: 'EMAIL', 'FROM TO [REASON]'. */
  usage: string;
  summary: string;
  run(deps: AdminDeps, args: string[]): Promise<Outcome>;
};

/** A command that prints a list and takes no arguments. */
export const listing = ({
  name,
  summary,
  empty,
  lines,
}: Pick<Command, 'name' | 'summary'> & {
  /** Printed instead of an empty list. */
  empty: string;
  lines: (deps: AdminDeps) => Promise<string[]>;
}): Command => ({
  name,
  usage: '',
  summary,
  async run(deps, args) {
    if (args.length > 0) return usageError(`Usage: ${name}`);
    const found = await lines(deps);
    return done(...(found.length === 0 ? [empty] : found));
  },
});

export const done = (...lines: string[]): Outcome => ({ ok: true, lines });
export const usageError = (message: string): Outcome => ({ ok: false, message });
