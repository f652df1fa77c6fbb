import type { Db } from '../db/pool.ts';
import type { Keyring } from '../runtime/keyring.ts';

export type AdminDeps = {
  db: Db;
  keyring: Keyring;
  now: Date;
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

export const done = (...lines: string[]): Outcome => ({ ok: true, lines });
export const usageError = (message: string): Outcome => ({ ok: false, message });
