import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../runtime/keyed-hash.ts';

/** Maximum number of accounts remembered per browser; the oldest sign-in is dropped first. */
const MOST_ENTRIES = 3;
const PASS_MS = 10 * 60 * 1000;

const ENTRY = /^([\w-]{22})\.([\w-]{43})$/;
const PASS = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

const macOf = (app_secret: string, ...parts: string[]) => keyedHash(app_secret, 'browser', ...parts);
const isMac = (mac: string, expected: Buffer) => timingSafeEqual(Buffer.from(mac, 'base64url'), expected);
const newId = () => randomBytes(16).toString('base64url');

/**
 * The cookie of browsers that have signed in: up to three entries `id.mac`, where `mac` is a keyed hash of address and
 * id. It only proves an earlier sign-in; the password is still needed. Failures of such a browser are counted
 * separately, so that strangers cannot lock it (docs/decisions/0017).
 */
const entriesOf = (cookie: string): string[] =>
  cookie
    .split('~')
    .slice(0, MOST_ENTRIES)
    .filter((entry) => ENTRY.test(entry));

/** The id under which the browser is known for the address; null if it is not. */
export function knownIdOf(app_secret: string, cookie: string, email: string): string | null {
  for (const entry of entriesOf(cookie)) {
    const [, id, mac] = ENTRY.exec(entry)!;
    if (isMac(mac!, macOf(app_secret, email, id!))) return id!;
  }
  return null;
}

/** The cookie after a sign-in of this address: its entry comes first. */
export function rememberBrowser(app_secret: string, cookie: string, email: string): string {
  const id = knownIdOf(app_secret, cookie, email) ?? newId();
  const own = `${id}.${macOf(app_secret, email, id).toString('base64url')}`;
  return [own, ...entriesOf(cookie).filter((entry) => entry !== own)].slice(0, MOST_ENTRIES).join('~');
}

/** The cookie without the entry of an address whose account was deleted. */
export function forgetBrowser(app_secret: string, cookie: string, email: string): string {
  const id = knownIdOf(app_secret, cookie, email);
  return entriesOf(cookie)
    .filter((entry) => id === null || !entry.startsWith(`${id}.`))
    .join('~');
}

/** A pass issued after a new password: for ten minutes, a sign-in with it counts as one from a known browser. */
export function makeSignInPass(app_secret: string, email: string, now: Date): string {
  const [until, id] = [String(now.getTime() + PASS_MS), newId()];
  return `${until}.${id}.${macOf(app_secret, email, id, until).toString('base64url')}`;
}

/** The id of a pass; null if it belongs to another address, is forged or has expired. */
export function idOfSignInPass(app_secret: string, pass: string, email: string, now: Date): string | null {
  const [, until, id, mac] = PASS.exec(pass) ?? [];
  if (until === undefined || Number(until) <= now.getTime()) return null;
  return isMac(mac!, macOf(app_secret, email, id!, until)) ? id! : null;
}
