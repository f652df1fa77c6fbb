import type { Db } from '../db/pool.ts';
import type { Keyring } from '../runtime/keyring.ts';

export type AdminDeps = {
  db: Db;
  keyring: Keyring;
  now: Date;
  /** IANA name of the practice's zone; dates and times of commands are told in it. */
  zone: string;
  /** Where mails lead: an origin. */
  site_url: string;
  readFile: (path: string) => Promise<string>;
  /** Addresses of the pictures that come with the site for its posts. */
  drawings: readonly string[];
};
/** What to print; `ok: false` is for people who mistyped, in words that say what to type instead. */
export type Outcome = { ok: true; lines: string[] } | { ok: false; message: string };
export type Command = {
  name: string;
  /** The arguments, as in help: 'EMAIL', 'FROM TO [REASON]'. */
  usage: string;
  summary: string;
  run(deps: AdminDeps, args: string[]): Promise<Outcome>;
};

export const done = (...lines: string[]): Outcome => ({ ok: true, lines });
export const usageError = (message: string): Outcome => ({ ok: false, message });
